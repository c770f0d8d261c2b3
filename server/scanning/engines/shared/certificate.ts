import type { X509Certificate } from "node:crypto";
import type { CertificateEvidence, Endpoint } from "./evidence.ts";

/** OpenSSL's verdicts that are only about dates; we judge the dates ourselves. */
const DATE_ERRORS = ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"];
/** Verdicts about the name, which we also judge ourselves. */
const NAME_ERRORS = ["ERR_TLS_CERT_ALTNAME_INVALID"];

/** id-pe-tlsfeature with status_request (RFC 7633, 6), as it stands in a certificate. */
const MUST_STAPLE = Buffer.from("06082b06010505070118", "hex");

/**
 * What the rules need to know about one certificate. `trustError` is OpenSSL's code for why its chain is not trusted; `stapled`: whether an
 * OCSP response came with it.
 */
export function readCertificate(
	endpoint: Endpoint,
	certificate: X509Certificate,
	trustError: string | undefined,
	stapled: boolean | undefined,
): CertificateEvidence {
	const key = certificate.publicKey;
	const curve = key.asymmetricKeyDetails?.namedCurve;
	const judgedElsewhere = trustError === undefined || [...DATE_ERRORS, ...NAME_ERRORS].includes(trustError);
	return {
		endpoint,
		subject: oneLine(certificate.subject),
		issuer: oneLine(certificate.issuer),
		names: certificate.subjectAltName ?? "",
		validFrom: certificate.validFromDate,
		validTo: certificate.validToDate,
		selfSigned: certificate.checkIssued(certificate) && certificate.verify(key),
		untrusted: judgedElsewhere ? undefined : trustError,
		coversHost: covers(certificate, endpoint.host),
		key: {
			type: key.asymmetricKeyType ?? "unknown",
			bits: key.asymmetricKeyDetails?.modulusLength ?? bitsOfCurve(curve),
			...(curve === undefined ? {} : { curve }),
		},
		signature: certificate.signatureAlgorithm,
		mustStaple: certificate.raw.includes(MUST_STAPLE),
		stapled,
	};
}

/** Browsers go by the alternative names alone, and not by the common name (RFC 9525). */
function covers(certificate: X509Certificate, host: string): boolean {
	const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
	return (isAddress ? certificate.checkIP(host) : certificate.checkHost(host, { subject: "never" })) !== undefined;
}

function bitsOfCurve(curve: string | undefined): number | undefined {
	const bits = /(\d{3})/.exec(curve ?? "")?.[1];
	return bits ? Number(bits) : undefined;
}

function oneLine(name: string | undefined): string {
	return (name ?? "").split("\n").join(", ");
}
