import type {
	ContentEvidence,
	Exchange,
	Markup,
	PageEvidence,
	RedirectsEvidence,
} from "#server/scanning/engines/baseline/evidence.ts";
import { readMarkup } from "#server/scanning/engines/baseline/gather/web/html.ts";
import type {
	CertificateEvidence,
	Endpoint,
	SeenSoftware,
	TlsEvidence,
} from "#server/scanning/engines/shared/evidence.ts";
import { identifyInHeader } from "#server/scanning/software/identify.ts";

export const https: Endpoint = {
	scheme: "https",
	host: "example.com",
	port: 443,
	at: { address: "93.184.216.34", family: 4 },
};
export const http: Endpoint = { ...https, scheme: "http", port: 80 };

type Headers = Record<string, string | string[]>;

export function exchange(headers: Headers = {}, change: Partial<Exchange> = {}): Exchange {
	const endpoint = change.endpoint ?? https;
	return {
		endpoint,
		url: `${endpoint.scheme}://${endpoint.host}/`,
		status: 200,
		headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
		...change,
	};
}

/** A page with these headers; `markup` is its HTML, `html: false` makes it something else. */
export function page(
	headers: Headers = {},
	options: { markup?: string; html?: boolean; endpoint?: Endpoint } = {},
): PageEvidence {
	const answer = exchange(headers, options.endpoint ? { endpoint: options.endpoint } : {});
	const { html = true } = options;
	return {
		exchange: answer,
		exchanges: [answer],
		named: false,
		html,
		body: { status: "whole" },
		markup: html ? markup(options.markup ?? "") : undefined,
	};
}

function markup(html: string): Markup {
	return readMarkup(html, "https://example.com/");
}

export function content(
	html: string,
	options: { headers?: Headers; endpoint?: Endpoint; software?: SeenSoftware[] } = {},
): ContentEvidence {
	const { policies, references, title, text } = markup(html);
	const answer = exchange(options.headers, options.endpoint ? { endpoint: options.endpoint } : {});
	return { page: answer, named: false, policies, references, title, text, software: options.software ?? [] };
}

export function seen(header: string): SeenSoftware[] {
	return identifyInHeader(header).map((found) => ({
		...found,
		source: "server header",
		text: header,
		endpoint: https,
	}));
}

export function tls(change: Partial<TlsEvidence> = {}): TlsEvidence {
	return {
		endpoint: https,
		offered: ["TLSv1.2", "TLSv1.3"],
		weakCiphers: [],
		withoutForwardSecrecy: undefined,
		insecureRenegotiation: undefined,
		preferred: { version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384" },
		refusedByBrowsers: false,
		...change,
	};
}

export function certificate(change: Partial<CertificateEvidence> = {}): CertificateEvidence {
	return {
		endpoint: https,
		subject: "CN=example.com",
		issuer: "CN=Some Authority",
		names: "DNS:example.com",
		validFrom: new Date("2026-10-01"),
		validTo: new Date("2026-12-30"),
		selfSigned: false,
		untrusted: undefined,
		coversHost: true,
		key: { type: "rsa", bits: 2048 },
		signature: "sha256WithRSAEncryption",
		mustStaple: false,
		stapled: false,
		...change,
	};
}

const at = https.at;
export const bothOpen: RedirectsEvidence["ports"] = [
	{ port: 443, status: "open", at, scheme: "https" },
	{ port: 80, status: "open", at, scheme: "http" },
];
export const noHttps: RedirectsEvidence["ports"] = [
	{ port: 443, status: "closed", failure: "refused" },
	{ port: 80, status: "open", at, scheme: "http" },
];

export function redirects(change: Partial<RedirectsEvidence> = {}): RedirectsEvidence {
	const hop = exchange({ location: "https://example.com/" }, { endpoint: http, status: 301 });
	return {
		host: "example.com",
		ports: bothOpen,
		walks: [{ start: http, hops: [hop], end: { status: "answered", exchange: exchange() } }],
		...change,
	};
}
