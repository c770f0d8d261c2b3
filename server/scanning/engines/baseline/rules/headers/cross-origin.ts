/**
 * A token with parameters, as a structured field (RFC 9651): browsers ignore a Cross-Origin-Opener-Policy in any other form. Dates and
 * display strings as values of parameters are left out; no parameter of this header has one.
 */
const TOKEN_ITEM =
	/^ *([A-Za-z*][\w!#$%&'*+.^`|~:/-]*)(?:; *[a-z*][a-z\d_.*-]*(?:=(?:[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|"(?:[ !#-[\]-~]|\\["\\])*"|-?\d{1,15}(?:\.\d{1,3})?|:[A-Za-z\d+/=]*:|\?[01]))?)* *$/;

const OPENER_POLICIES = ["same-origin", "same-origin-allow-popups", "noopener-allow-popups", "unsafe-none"];
const RESOURCE_POLICIES = ["same-origin", "same-site", "cross-origin"];

/** The opener policy that browsers follow; undefined if they ignore the header (HTML standard, 7.1.3). */
export function openerPolicy(value: string): string | undefined {
	const token = TOKEN_ITEM.exec(value)?.[1];
	return OPENER_POLICIES.find((policy) => policy === token);
}

/** The resource policy that browsers follow; undefined if they ignore the header. The case of letters counts (Fetch standard, 3.7). */
export function resourcePolicy(value: string): string | undefined {
	return RESOURCE_POLICIES.find((policy) => policy === value.trim());
}
