import { Resolver } from "node:dns/promises";

/** The result of querying one kind of record. `unknown`: no reliable answer. */
export type Records =
	| { status: "found"; records: string[] }
	| { status: "none" }
	| { status: "unknown"; reason: string };

/** DNS queries about a name. TXT records come joined, CAA records as `tag value`, MX records as `priority host`. */
export type DnsRecords = {
	txt: (name: string, signal: AbortSignal) => Promise<Records>;
	caa: (name: string, signal: AbortSignal) => Promise<Records>;
	/** Left out: nothing is said about how the domain receives mail. */
	mx?: (name: string, signal: AbortSignal) => Promise<Records>;
};

/** An answer over TCP may hold 64 kB. */
const MOST_RECORDS = 200;
/** What Node adds to a CAA record's tag. */
const NOT_TAGS: readonly string[] = ["critical", "type"];
const LONGEST_RECORD = 4_096;

/** Asks the given name servers, or the system's. Two tries of three seconds each. */
export function createDnsRecords(servers?: readonly string[]): Required<DnsRecords> {
	return {
		txt: (name, signal) =>
			ask(signal, servers, async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
		caa: (name, signal) =>
			ask(signal, servers, async (resolver) =>
				(await resolver.resolveCaa(name)).flatMap((record) =>
					Object.entries(record).flatMap(([tag, value]) => (NOT_TAGS.includes(tag) ? [] : `${tag} ${value}`)),
				),
			),
		mx: (name, signal) =>
			ask(signal, servers, async (resolver) =>
				(await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
			),
	};
}

async function ask(
	signal: AbortSignal,
	servers: readonly string[] | undefined,
	question: (resolver: Resolver) => Promise<string[]>,
): Promise<Records> {
	if (signal.aborted) return { status: "unknown", reason: "the scan was ended before" };
	// One resolver per query: cancel() ends all queries of a resolver.
	const resolver = new Resolver({ timeout: 3_000, tries: 2 });
	if (servers) resolver.setServers(servers);
	const cancel = () => resolver.cancel();
	signal.addEventListener("abort", cancel, { once: true });
	try {
		const records = (await question(resolver)).slice(0, MOST_RECORDS).map((text) => text.slice(0, LONGEST_RECORD));
		return records.length > 0 ? { status: "found", records } : { status: "none" };
	} catch (error) {
		const code = error instanceof Error && "code" in error ? String(error.code) : "";
		if (code === "ENODATA" || code === "ENOTFOUND") return { status: "none" };
		return {
			status: "unknown",
			reason: code === "ETIMEOUT" ? "the name servers did not answer in time" : "the name servers gave an error",
		};
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}
