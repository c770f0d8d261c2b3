import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import type { Software } from "../../software/identify.ts";

/** One port of the target, and the checked address through which it is reached. */
export type Endpoint = { scheme: "http" | "https"; host: string; port: number; at: CheckedAddress };

/** Software that named itself, and where. */
export type SeenSoftware = Software & { source: string; text: string; endpoint: Pick<Endpoint, "host" | "port"> };
export type SoftwareEvidence = { software: SeenSoftware[] };

export type TlsVersion = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
export type TlsEvidence = {
	endpoint: Endpoint;
	offered: TlsVersion[];
	/** Cipher suites that the server agreed to when it was offered only unsafe ones. */
	weakCiphers: string[];
	/** The suite agreed to when only suites without forward secrecy were offered; undefined if it refused. */
	withoutForwardSecrecy: string | undefined;
	/** Whether it lacks protection at renegotiation (RFC 5746); undefined if that was not tested. TLS 1.3 has no renegotiation. */
	insecureRenegotiation: boolean | undefined;
	/** The suite agreed to when everything that browsers offer was offered or, if that was refused, everything. */
	preferred: { version: string; cipher: string };
	/** Whether it refused what a current browser offers, although it agrees to something else; undefined if that is not known. */
	refusedByBrowsers: boolean | undefined;
};

export type CertificateEvidence = {
	endpoint: Endpoint;
	subject: string;
	issuer: string;
	/** The names the certificate is for, as written in it. */
	names: string;
	validFrom: Date;
	validTo: Date;
	selfSigned: boolean;
	/** Why the chain is not trusted; undefined if it is, or if only the dates are wrong. */
	untrusted: string | undefined;
	coversHost: boolean;
	/** `curve`: OpenSSL's name, for a key on one. */
	key: { type: string; bits: number | undefined; curve?: string };
	/** OpenSSL's name, such as `sha256WithRSAEncryption`; undefined if it could not be read. */
	signature: string | undefined;
	/** Whether it says that an OCSP response comes with it (RFC 7633). */
	mustStaple: boolean;
	/** Whether one came; undefined if that is not known. */
	stapled: boolean | undefined;
};
