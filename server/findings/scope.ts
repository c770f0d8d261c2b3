import { type ScanRequest, targetOf } from "#contract/scans.ts";
import { isUsual } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";

/** What a scan looked at: `host` as an asset has it, and everything that decides what it could have seen. */
export type Scope = { host: string; scope: string };

/**
 * Two scans of the same scope look at the same: the same engine, host and port, and for those that follow paths the same path
 * and settings. Undefined where a target cannot be read, which no accepted scan's is.
 */
export function scopeOf(request: ScanRequest): Scope | undefined {
	const parsed = parseTarget(targetOf(request));
	if (!parsed.ok) return undefined;
	const { target } = parsed;
	const { host, path } = target;
	const where = [request.kind, host, isUsual(target) ? "usual" : target.port];
	switch (request.kind) {
		// Neither follows a path: one asks for `/` alone, the others for none.
		case "combined":
		case "nmap":
		case "sslyze":
			return { host, scope: JSON.stringify(where) };
		case "zap":
			return { host, scope: JSON.stringify([...where, target.scheme ?? "", path]) };
		case "wapiti": {
			const { scope = "", modules = "", user_agent = "" } = request.body;
			return { host, scope: JSON.stringify([...where, target.scheme ?? "", path, scope, modules, user_agent]) };
		}
	}
}
