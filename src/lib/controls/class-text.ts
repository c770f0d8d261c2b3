import type { ClassId } from "#contract/controls/classes.ts";

const ACRONYMS: Readonly<Record<string, string>> = { tls: "TLS", hsts: "HSTS", csp: "CSP", sql: "SQL" };

/** `old-protocols` in readable words. */
export function classText(id: ClassId): string {
	const text = id
		.split("-")
		.map((word) => ACRONYMS[word] ?? word)
		.join(" ");
	return text.charAt(0).toUpperCase() + text.slice(1);
}
