import type { PageEvidence } from "../../evidence.ts";

/** One content policy: its directives with their sources, all in lower case. The first of two directives counts (CSP 3). */
export type ContentPolicy = Map<string, string[]>;

/** The policies a browser enforces on a page. Every one of them has to allow a thing for it to happen. */
export function policiesOf({ exchange, markup }: PageEvidence): ContentPolicy[] {
	const headers = (exchange.headers.get("content-security-policy") ?? []).flatMap((value) => value.split(","));
	return [...headers, ...(markup?.policies ?? [])].map(parse).filter((policy) => policy.size > 0);
}

function parse(text: string): ContentPolicy {
	const policy: ContentPolicy = new Map();
	for (const directive of text.toLowerCase().split(";")) {
		const [name, ...sources] = directive.trim().split(/\s+/);
		if (name && !policy.has(name)) policy.set(name, sources);
	}
	return policy;
}

/** What in a policy lets a stranger's script run, as sources to show; empty when nothing does. */
export function unsafeScriptSources(policy: ContentPolicy): string[] {
	const sources = policy.get("script-src-elem") ?? policy.get("script-src") ?? policy.get("default-src");
	if (!sources) return ["scripts are not restricted"];
	const guarded = sources.some((source) => /^'(?:nonce-|sha(?:256|384|512)-)/.test(source));
	const strict = sources.includes("'strict-dynamic'");
	return sources.filter((source) => {
		if (source === "'unsafe-inline'") return !guarded && !strict;
		if (source === "'unsafe-eval'") return true;
		return !strict && ["*", "http:", "https:", "data:", "http://*", "https://*"].includes(source);
	});
}
