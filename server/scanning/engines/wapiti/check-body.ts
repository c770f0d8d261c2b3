import type { ScanBodies } from "#contract/scans/scans.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { knownModules, readModules } from "./modules.ts";

/** What the schema cannot check: the names of modules, and which user agents fit into a header. */
export function checkWapitiBody(body: ScanBodies["wapiti"]): { ok: true } | { ok: false; message: string } {
	const { unknown } = readModules(body.modules ?? "");
	if (unknown.length > 0) {
		const names = unknown.slice(0, 5).map((name) => `"${sanitize(name, 40)}"`);
		return {
			ok: false,
			message: `We cannot run ${unknown.length === 1 ? "this module" : "these modules"}: ${names.join(", ")}. You can choose among ${knownModules().join(", ")}.`,
		};
	}
	if (!/^[\x20-\x7e]*$/.test(body.user_agent ?? ""))
		return { ok: false, message: "Please give a user agent of plain letters, digits and signs, on one line." };
	return { ok: true };
}
