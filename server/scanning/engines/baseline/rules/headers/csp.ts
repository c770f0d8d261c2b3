import type { Exchange } from "../../evidence.ts";

/** One content policy: its directives with their sources, all in lower case. The first of two directives counts (CSP 3, 2.2.1). */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** Browsers ignore these in a meta element (CSP 3, 3.3). */
const NOT_IN_META = ["report-uri", "frame-ancestors", "sandbox"];

/** The policies a browser enforces on a page. Something happens only if every one of them allows it. */
export function policiesOf(exchange: Exchange, inMeta: readonly string[]): ContentPolicy[] {
	return [...headerPolicies(exchange), ...inMeta.map((text) => parse(text, NOT_IN_META))].filter(
		(policy) => policy.size > 0,
	);
}

/** The policies in an answer's headers: there may be several headers, and several policies in one, separated by commas. */
export function headerPolicies({ headers }: Exchange): ContentPolicy[] {
	return (headers.get("content-security-policy") ?? []).flatMap((value) => value.split(",")).map((text) => parse(text));
}

function parse(text: string, without: readonly string[] = []): ContentPolicy {
	const policy = new Map<string, string[]>();
	for (const directive of text.toLowerCase().split(";")) {
		const [name, ...sources] = directive.trim().split(/\s+/);
		if (name && !policy.has(name) && !without.includes(name)) policy.set(name, sources);
	}
	return policy;
}

/** Whether a source matches hosts with any name. An attacker chooses the port and path of a host too. */
export function isAnyHost(source: string): boolean {
	return /^(?:https?:|(?:https?:\/\/)?\*(?::(?:\*|\d+))?(?:\/.*)?)$/.test(source);
}

/** Without allow-scripts, no script runs at all (HTML standard, 7.1.5). */
export function letsNoScriptRun(policy: ContentPolicy): boolean {
	return policy.get("sandbox")?.includes("allow-scripts") === false;
}
