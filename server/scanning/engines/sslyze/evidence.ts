import { X509Certificate } from "node:crypto";
import { readCertificate } from "../shared/certificate.ts";
import type { CertificateEvidence, Endpoint, TlsEvidence, TlsVersion } from "../shared/evidence.ts";
import type { SslyzeResult } from "./read-json.ts";

/** What sslyze's own rules judge: its result, and where it was found. */
export type SslyzeEvidence = { endpoint: Endpoint; result: SslyzeResult; mozilla: string[] };

const VERSIONS = {
	TLSv1: "tls_1_0_cipher_suites",
	"TLSv1.1": "tls_1_1_cipher_suites",
	"TLSv1.2": "tls_1_2_cipher_suites",
	"TLSv1.3": "tls_1_3_cipher_suites",
} as const satisfies Record<TlsVersion, keyof SslyzeResult>;

const VERSION_NAMES = Object.keys(VERSIONS) as TlsVersion[];

/** Every suite that a version before TLS 1.3 accepts; later ones are all sound. */
export function oldSuites(result: SslyzeResult) {
	const keys = ["ssl_2_0_cipher_suites", "ssl_3_0_cipher_suites", ...Object.values(VERSIONS).slice(0, 3)] as const;
	return keys.flatMap((key) => result[key]?.result?.accepted_cipher_suites ?? []);
}

/** The same evidence as our own handshakes collect; undefined if no version could be tested. */
export function tlsEvidence({ endpoint, result }: SslyzeEvidence): TlsEvidence | undefined {
	if (!VERSION_NAMES.some((version) => result[VERSIONS[version]]?.status === "COMPLETED")) return undefined;
	const offered = VERSION_NAMES.filter((version) => result[VERSIONS[version]]?.result?.is_tls_version_supported);
	const names = [...new Set(oldSuites(result).map(({ cipher_suite: { name } }) => name))];
	const newest = offered.at(-1);
	// SSLyze lists suites by their strength. What the server prefers is not known, so it gets the benefit of the doubt.
	const accepted = (newest && result[VERSIONS[newest]]?.result?.accepted_cipher_suites) || [];
	const suites = accepted.map(({ cipher_suite: { name } }) => name);
	const preferred = suites.find((name) => /DHE/.test(name)) ?? suites[0];
	const supportsSecure = result.session_renegotiation?.result?.supports_secure_renegotiation;
	return {
		endpoint,
		offered,
		weakCiphers: [
			...new Set(
				oldSuites(result)
					.filter(({ cipher_suite: { name, is_anonymous } }) => is_anonymous || name.includes("_NULL_"))
					.map(({ cipher_suite: { name } }) => name),
			),
		],
		withoutForwardSecrecy: names.find((name) => /^TLS_RSA_/.test(name) && !name.includes("_NULL_")),
		insecureRenegotiation: supportsSecure === undefined ? undefined : !supportsSecure,
		preferred: { version: newest ?? "", cipher: preferred ?? "" },
		refusedByBrowsers: refusesBrowsers({ endpoint, result }, offered),
	};
}

/** Suites before TLS 1.3 that a current Chromium offers, by the keys that go with them (as in gather/tls/tls.ts of our own checks). */
const BROWSER_SUITES = {
	rsa: /^TLS_(?:ECDHE_)?RSA_WITH_AES_(?:128|256)_(?:GCM_SHA(?:256|384)|CBC_SHA)$|^TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256$/,
	ec: /^TLS_ECDHE_ECDSA_WITH_(?:AES_(?:128|256)_GCM_SHA(?:256|384)|CHACHA20_POLY1305_SHA256)$/,
};

/** Whether no certificate and no suite of it is one that browsers take; undefined if that cannot be told. */
function refusesBrowsers(
	seen: Pick<SslyzeEvidence, "endpoint" | "result">,
	offered: readonly TlsVersion[],
): boolean | undefined {
	if (!offered.some((version) => version === "TLSv1.2" || version === "TLSv1.3")) return undefined;
	const leaves = leavesOf(seen);
	const keys = leaves.flatMap(({ leaf }) => readPem(seen.endpoint, leaf.as_pem, undefined)?.key ?? []);
	if (keys.length === 0 || keys.length < leaves.length) return undefined;
	const usable = keys.flatMap(({ type, curve }) =>
		type === "rsa" ? ["rsa" as const] : type === "ec" && BROWSER_CURVES.includes(curve ?? "") ? ["ec" as const] : [],
	);
	if (usable.length === 0) return true;
	if (offered.includes("TLSv1.3")) return false;
	const suites = seen.result.tls_1_2_cipher_suites?.result?.accepted_cipher_suites ?? [];
	return !suites.some(({ cipher_suite: { name } }) => usable.some((key) => BROWSER_SUITES[key].test(name)));
}

const BROWSER_CURVES: readonly string[] = ["prime256v1", "secp384r1"];

/** The server's own certificate from each of its chains, one for each kind of key. */
const leavesOf = ({ result }: Pick<SslyzeEvidence, "result">) =>
	(result.certificate_info?.result?.certificate_deployments ?? []).flatMap(
		({ received_certificate_chain: [leaf], path_validation_results: stores, ocsp_response: staple }) =>
			leaf ? [{ leaf, stores, staple }] : [],
	);

/** The certificates as our own handshake would have read them. Any that OpenSSL cannot read are left out. */
export function certificateEvidences(evidence: SslyzeEvidence, now: Date): CertificateEvidence[] {
	return leavesOf(evidence).flatMap(({ leaf, stores, staple }) => {
		const read = readPem(evidence.endpoint, leaf.as_pem, staple === undefined ? undefined : staple !== null);
		if (!read) return [];
		const trusted = stores.some(({ was_validation_successful }) => was_validation_successful);
		// The stores also reject an expired certificate and one for another name; those are judged separately.
		const otherReason = !read.coversHost || read.validTo < now || read.validFrom > now;
		const untrusted =
			trusted || (otherReason && !read.selfSigned)
				? undefined
				: read.selfSigned
					? "DEPTH_ZERO_SELF_SIGNED_CERT"
					: "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
		return [{ ...read, untrusted }];
	});
}

/** Whether one of the certificates cannot be read: then nothing is known about it. */
export const hasUnreadCertificate = (evidence: SslyzeEvidence): boolean =>
	leavesOf(evidence).some(({ leaf }) => !readPem(evidence.endpoint, leaf.as_pem, undefined));

/** The target made it: OpenSSL may not accept what sslyze takes for a certificate. */
function readPem(endpoint: Endpoint, pem: string, stapled: boolean | undefined): CertificateEvidence | undefined {
	try {
		return readCertificate(endpoint, new X509Certificate(pem), undefined, stapled);
	} catch {
		return undefined;
	}
}
