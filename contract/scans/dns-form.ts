import { parseUrl } from "#contract/url.ts";

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** An internationalized host name, as people write it or as DNS does. */
const INTERNATIONAL = /\P{ASCII}|xn--/iu;
/** What a host name cannot contain, and what people write around one. */
const AROUND = /([\s:@[\]()"',]+)/;

/**
 * A target with its host as DNS, certificates and scan tools write it: `https://bücher.example/x` as
 * `https://xn--bcher-kva.example/x`. All targets are shown this way, so that one host has one name and look-alikes cannot hide.
 */
export function dnsForm(target: string): string {
	if (!INTERNATIONAL.test(target)) return target;
	const scheme = SCHEME.exec(target)?.[0] ?? "";
	const rest = target.slice(scheme.length);
	const end = rest.search(/[/?#]/);
	const authority = end === -1 ? rest : rest.slice(0, end);
	const written = authority
		.split(AROUND)
		.map((part) => (INTERNATIONAL.test(part) && parseUrl(`http://${part}/`)?.hostname) || part);
	return scheme + written.join("") + rest.slice(authority.length);
}

/** What to look for when someone searches for this text: hosts are stored as `dnsForm` writes them. */
export function searchForms(text: string): string[] {
	const form = dnsForm(text);
	return form === text ? [text] : [text, form];
}
