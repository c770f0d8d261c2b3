import type { Exchange, PageEvidence } from "../../evidence.ts";

/** One content policy: its directives with their sources, all in lower case. The first of two directives counts (CSP 3). */
type ContentPolicy = Map<string, string[]>;

/** The policies a browser enforces on a page. Something happens only if every one of them allows it. */
export function policiesOf({ exchange, markup }: PageEvidence): ContentPolicy[] {
	return [...headerPolicies(exchange), ...(markup?.policies ?? []).map(parse)].filter((policy) => policy.size > 0);
}

/** The policies in an answer's headers: there may be several headers, and several policies in one, separated by commas. */
export function headerPolicies({ headers }: Exchange): ContentPolicy[] {
	return (headers.get("content-security-policy") ?? []).flatMap((value) => value.split(",")).map(parse);
}

function parse(text: string): ContentPolicy {
	const policy: ContentPolicy = new Map();
	for (const directive of text.toLowerCase().split(";")) {
		const [name, ...sources] = directive.trim().split(/\s+/);
		if (name && !policy.has(name)) policy.set(name, sources);
	}
	return policy;
}

/** A way for a stranger's script to get past a policy. */
type Way = "inline" | "eval" | "data" | "host";

/** Sources that match hosts with any name. */
export const ANY_HOST: readonly string[] = ["*", "http:", "https:", "http://*", "https://*"];

const WAYS = new Map<string, Way>([
	["'unsafe-inline'", "inline"],
	["'unsafe-eval'", "eval"],
	["data:", "data"],
	...ANY_HOST.map((source): [string, Way] => [source, "host"]),
]);

/** The sources of one policy that let a stranger's script run, and the ways they open; undefined if it does not restrict scripts. */
function unsafeScripts(policy: ContentPolicy): { sources: string[]; ways: Way[] } | undefined {
	const sources = policy.get("script-src-elem") ?? policy.get("script-src") ?? policy.get("default-src");
	if (!sources) return undefined;
	const guarded = sources.some((source) => /^'(?:nonce-|sha(?:256|384|512)-)/.test(source));
	const strict = sources.includes("'strict-dynamic'");
	const unsafe = sources.filter((source) => {
		const way = WAYS.get(source);
		if (way === "eval") return true;
		if (way === "inline") return !guarded && !strict;
		return way !== undefined && !strict;
	});
	return { sources: unsafe, ways: unsafe.flatMap((source) => WAYS.get(source) ?? []) };
}

/** What lets a stranger's script run, quoted from each policy, and the ways that every one of them leaves open. */
export function openToScripts(policies: readonly ContentPolicy[]): { ways: Way[]; texts: string[] } {
	const unsafe = policies.map(unsafeScripts);
	return {
		ways: [...new Set(WAYS.values())].filter((way) => unsafe.every((policy) => !policy || policy.ways.includes(way))),
		texts: unsafe.map((policy) =>
			policy ? `Lets scripts through by: ${policy.sources.join(" ")}` : "Does not restrict scripts",
		),
	};
}
