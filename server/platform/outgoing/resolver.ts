import { lookup } from "node:dns/promises";
import type { CheckedAddress } from "./target.ts";

/** The result of looking up a name's addresses: some, certainly none, or no reliable answer. */
export type Resolution =
	| { status: "found"; addresses: CheckedAddress[] }
	| { status: "missing" }
	| { status: "unknown"; reason: string };

/** Turns a host name into addresses. Passed in, so that tests and split networks can bring their own. */
export type Resolver = { addresses: (name: string) => Promise<Resolution> };

/**
 * The machine's own resolver. `dns.lookup` rather than `dns.resolve`: it is what a browser on this machine would use, so
 * `localhost`, /etc/hosts and a company's split DNS work. It cannot be cancelled; the guard stops waiting for it instead.
 */
export const systemResolver: Resolver = {
	async addresses(name) {
		try {
			const found = await lookup(name, { all: true, order: "verbatim" });
			const addresses = found.map(({ address, family }): CheckedAddress => ({ address, family: family === 6 ? 6 : 4 }));
			return addresses.length > 0 ? { status: "found", addresses } : { status: "missing" };
		} catch (error) {
			const code = error instanceof Error && "code" in error ? String(error.code) : "";
			return code === "ENOTFOUND" || code === "ENODATA" ? { status: "missing" } : { status: "unknown", reason: code };
		}
	},
};
