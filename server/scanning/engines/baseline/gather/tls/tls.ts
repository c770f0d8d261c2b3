import type { Endpoint, TlsEvidence, TlsVersion } from "../../../shared/evidence.ts";
import type { Gathered } from "../../evidence.ts";
import { hostPort } from "../address.ts";
import { explain, type Failure } from "../failure.ts";
import type { Session } from "../session.ts";
import { asksForCertificate } from "./client-certificate.ts";
import { type Handshake, handshake, type Offer } from "./handshake.ts";

const VERSIONS: [TlsVersion, string][] = [
	["TLSv1", "TLS 1.0"],
	["TLSv1.1", "TLS 1.1"],
	["TLSv1.2", "TLS 1.2"],
	["TLSv1.3", "TLS 1.3"],
];
/** Suites that protect nothing: no authentication, no encryption. RC4, 3DES and export suites are gone from OpenSSL 3. */
const WEAK: [list: string, label: string][] = [
	["aNULL:!eNULL:@SECLEVEL=0", "anonymous ciphers only"],
	["eNULL:!aNULL:@SECLEVEL=0", "ciphers without encryption only"],
];
const STATIC_RSA = "kRSA:!eNULL:@SECLEVEL=0";
/** Failures that mean the server refused, as opposed to not answering. */
const REFUSALS: readonly Failure[] = ["not-tls", "no-agreement", "reset"];

const EVERYTHING: Offer = { min: "TLSv1", max: "TLSv1.3", ciphers: "ALL:@SECLEVEL=0", label: "everything offered" };

/** What Chromium 156 offers (seen on the wire), but for post-quantum algorithms, which no server may ask for alone. */
const BROWSER: Offer = {
	min: "TLSv1.2",
	max: "TLSv1.3",
	ciphers: [
		"TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256",
		"ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384",
		"ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA",
		"AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA:@SECLEVEL=0",
	].join(":"),
	sigalgs:
		"ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256:rsa_pkcs1_sha256:ecdsa_secp384r1_sha384:rsa_pss_rsae_sha384:rsa_pkcs1_sha384:rsa_pss_rsae_sha512:rsa_pkcs1_sha512",
	groups: "X25519:P-256:P-384",
	label: "what browsers offer",
};

/** One handshake as a browser makes it, for the certificate. */
export const greetOnce = (session: Session, endpoint: Endpoint): Promise<Handshake> =>
	handshake(session, endpoint, BROWSER);

/**
 * The first handshake, as a browser makes it: whether TLS is spoken at all, and the certificate. A server that refuses it is offered
 * everything.
 */
export async function greet(session: Session, endpoint: Endpoint): Promise<Handshake> {
	const asBrowser = await greetOnce(session, endpoint);
	if (asBrowser.ok || (asBrowser.failure !== "no-agreement" && asBrowser.failure !== "reset")) return asBrowser;
	const any = await handshake(session, endpoint, EVERYTHING);
	if (any.ok) return { ...any, refusedByBrowsers: true };
	if (any.failure === "no-agreement" && (await asksForCertificate(session, endpoint)))
		return { ok: false, failure: "client-certificate" };
	return any;
}

/**
 * Finds out what else the server agrees to, one handshake at a time: servers take many at once for an attack. Stops at the first one that
 * gets no answer, because the next would just wait as long.
 */
export async function gatherTls(session: Session, endpoint: Endpoint, first: Handshake): Promise<Gathered<"tls">> {
	const where = hostPort(endpoint.host, endpoint.port);
	const gap = (failure: Failure) => ({
		units: [],
		gaps: [`TLS on ${where} could not be looked at: ${explain(failure, session.limits.requestMs / 1000)}.`],
	});
	if (!first.ok) return gap(first.failure);

	const evidence: TlsEvidence = {
		endpoint,
		offered: [],
		weakCiphers: [],
		withoutForwardSecrecy: undefined,
		insecureRenegotiation: undefined,
		preferred: { version: first.version, cipher: first.cipher },
		refusedByBrowsers: first.refusedByBrowsers ?? false,
	};
	const offers: [Offer, (agreed: { version: string; cipher: string }) => void][] = [
		...VERSIONS.map(([version, label]): [Offer, () => void] => [
			{ min: version, max: version, ciphers: "ALL:@SECLEVEL=0", label },
			() => evidence.offered.push(version),
		]),
		...WEAK.map(([ciphers, label]): [Offer, (agreed: { cipher: string }) => void] => [
			{ min: "TLSv1", max: "TLSv1.2", ciphers, label },
			({ cipher }) => evidence.weakCiphers.push(cipher),
		]),
		[
			{ min: "TLSv1", max: "TLSv1.2", ciphers: STATIC_RSA, label: "ciphers without forward secrecy only" },
			({ cipher }) => {
				evidence.withoutForwardSecrecy = cipher;
			},
		],
	];
	if (first.version !== "TLSv1.3") {
		const strict = await handshake(session, endpoint, {
			...EVERYTHING,
			label: "secure renegotiation only",
			isStrict: true,
		});
		if (!strict.ok && !REFUSALS.includes(strict.failure)) return { units: [evidence], gaps: gap(strict.failure).gaps };
		evidence.insecureRenegotiation = !strict.ok;
	}
	for (const [offer, agreed] of offers) {
		const result = await handshake(session, endpoint, offer);
		if (result.ok) agreed(result);
		else if (!REFUSALS.includes(result.failure)) return { units: [evidence], gaps: gap(result.failure).gaps };
	}
	return { units: [evidence], gaps: [] };
}
