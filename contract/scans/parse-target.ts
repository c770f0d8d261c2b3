import ipaddr from "ipaddr.js";
import { parseUrl } from "#contract/url.ts";

/** A target as parsed from what a user typed: pure text work, nothing resolved yet. */
export type Target = {
	/** The given scheme; undefined if only a host (and perhaps a port) was typed. */
	scheme: "http" | "https" | undefined;
	/** Host name in lower case ASCII (punycode), or an IP address in canonical form, IPv6 without brackets. */
	host: string;
	/** 4 or 6 when the host is an IP address, else 0. */
	ipVersion: 0 | 4 | 6;
	/** The given port, or undefined. */
	port: number | undefined;
	/** Path and query as given, at least `/`. Shown, but never requested by the free scan, which only asks for `/`. */
	path: string;
};

/** An expected result of checking a target: a refusal with a sentence for the visitor. The codes are those of `contract/errors.ts`. */
export type TargetRefusal = {
	ok: false;
	code: "invalid_target" | "target_refused" | "target_unresolvable" | "target_opted_out";
	message: string;
};

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Schemes that are written without `//`, so that `mailto:a@b.example` is not read as a host and a port. */
const OPAQUE_SCHEME = /^(?:mailto|javascript|data|tel|about|blob|file|urn):/i;
/** `10.0.0.0/8`, `[2001:db8::]/32`, `10.0.0.1-20`, `10.0.0.*`: what other scanners accept. */
const RANGES = [/^\[?(?:[\d.]+|[0-9a-f.]*:[0-9a-f:.]*)\]?\/\d{1,3}$/i, /^[\d.]+-[\d.]+$/, /^[\d.]*\*[\d.*]*$/];
const ONE_AT_A_TIME = "Please give one target at a time, without spaces or commas.";
const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;

/**
 * Reads what a visitor typed: a URL, a host name or an IP address, each with an optional port. Pure text work: the guard resolves it and
 * decides who may scan it. Never throws: what cannot be a target is refused with a sentence for the visitor.
 */
export function parseTarget(text: string): { ok: true; target: Target } | TargetRefusal {
	const typed = text.trim();
	const refusal = refuseText(typed);
	if (refusal) return invalid(refusal);

	const scheme = SCHEME.exec(typed)?.[1]?.toLowerCase();
	if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
		return invalid(
			`We can scan http and https addresses, not ${visible(scheme)}. Please give a web address or a host name.`,
		);
	}

	const rest = scheme === undefined ? typed : typed.slice(scheme.length + "://".length);
	const authorityLength = rest.search(/[/?#]/);
	const authority = authorityLength === -1 ? rest : rest.slice(0, authorityLength);
	const split = splitAuthority(authority);
	if ("refusal" in split) return invalid(split.refusal);

	const url = parseUrl(
		`http://${split.host.includes(":") ? `[${split.host}]` : split.host}${rest.slice(authority.length) || "/"}`,
	);
	if (!url) return invalid(`"${visible(authority)}" is not a host name or an IP address. Please check the spelling.`);

	const written = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
	const host = ipaddr.IPv6.isValid(written) ? plainAddress(written) : written;
	const ipVersion = ipaddr.IPv4.isValidFourPartDecimal(host) ? 4 : ipaddr.IPv6.isValid(host) ? 6 : 0;
	const hostRefusal = ipVersion === 0 ? refuseName(host, split.host) : undefined;
	if (hostRefusal) return invalid(hostRefusal);

	return {
		ok: true,
		target: { scheme, host, ipVersion, port: split.port, path: `${url.pathname}${url.search}` },
	};
}

/**
 * The canonical form in which an address is compared, counted and connected to. IPv4 mapped into IPv6 (`::ffff:a.b.c.d`)
 * becomes that IPv4 address, because that is what a connection to it reaches.
 */
export function plainAddress(address: string): string {
	return ipaddr.process(address).toString();
}

/** A target without a port means both usual ports, so that the redirect from http to https can be checked. */
export function isUsual({ scheme, port }: Target): boolean {
	return port === undefined || (port === 443 && scheme !== "http") || (port === 80 && scheme !== "https");
}

function invalid(message: string): TargetRefusal {
	return { ok: false, code: "invalid_target", message };
}

/** At most 60 characters of the visitor's own text, for use inside a sentence. */
function visible(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function refuseText(typed: string): string | undefined {
	if (typed === "") return "Please give a target: a web address, a host name or an IP address.";
	if (typed.length > MAX_LENGTH)
		return "That target is too long. Please give a web address, a host name or an IP address.";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
	if (/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(typed)) {
		return "That target contains invisible characters. Please type it again by hand.";
	}
	if (/\s/.test(typed)) return ONE_AT_A_TIME;
	if (/^https?:(?!\/\/)/i.test(typed)) {
		return "Please write two slashes after the colon, as in https://example.com.";
	}
	if (OPAQUE_SCHEME.test(typed)) {
		return "We can scan http and https addresses only. Please give a web address or a host name.";
	}
	return RANGES.some((range) => range.test(typed))
		? "Please give one address: ranges of addresses cannot be scanned."
		: undefined;
}

function splitAuthority(authority: string): { host: string; port: number | undefined } | { refusal: string } {
	if (authority === "")
		return { refusal: "That target has no host name. Please give a web address such as https://example.com." };
	if (authority.includes("@")) {
		return {
			refusal: "Please leave out the user name and password: give the address alone, such as https://example.com.",
		};
	}
	if (/[,;]/.test(authority)) return { refusal: ONE_AT_A_TIME };
	if (authority.includes("\\")) return { refusal: "A target cannot contain a backslash. Please use forward slashes." };
	if (authority.startsWith("[")) {
		const parts = /^\[([^\]]*)\](?::(.*))?$/.exec(authority);
		const host = parts?.[1] ?? "";
		if (!ipaddr.IPv6.isValid(host) || host.includes("%")) {
			return { refusal: `"${visible(authority)}" is not an IPv6 address. Please check the spelling.` };
		}
		return withPort(host, parts?.[2]);
	}
	// Two or more colons cannot be host:port, so an IPv6 address may be given without its brackets.
	if (authority.split(":").length > 2) {
		if (!ipaddr.IPv6.isValid(authority) || authority.includes("%")) {
			return { refusal: `"${visible(authority)}" is not an IPv6 address. Please check the spelling.` };
		}
		return { host: authority, port: undefined };
	}
	const [host = "", port] = authority.split(":");
	if (host === "")
		return { refusal: "That target has no host name. Please give a web address such as https://example.com." };
	return withPort(host, port);
}

function withPort(
	host: string,
	port: string | undefined,
): { host: string; port: number | undefined } | { refusal: string } {
	if (port === undefined || port === "") return { host, port: undefined };
	const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
	if (number < 1 || number > 65_535)
		return { refusal: `"${visible(port)}" is not a port. Ports are numbers from 1 to 65535.` };
	return { host, port: number };
}

/** The URL parser lets through names that no resolver should be asked for: empty labels, leading dashes, stray symbols. */
function refuseName(host: string, typed: string): string | undefined {
	if (host === "") return "That target has no host name. Please give a web address such as https://example.com.";
	if (host.length > MAX_HOST_LENGTH) return "That host name is too long: names have at most 253 characters.";
	const labels = host.split(".");
	if (labels.some((label) => !LABEL.test(label))) {
		// As typed: parsers write what is wrong in different ways, such as `%2A` for `*`.
		return `"${visible(typed)}" is not a valid host name. Please check the spelling.`;
	}
	if (labels.length === 1 && host !== "localhost") {
		return `"${visible(host)}" has no ending such as .com, so it cannot be reached from the internet. Please give the full name.`;
	}
	if (/^\d+$/.test(labels.at(-1) ?? "")) {
		return `"${visible(host)}" is not a valid IP address. Please check the spelling.`;
	}
	return undefined;
}
