import { X509Certificate } from "node:crypto";
import { readCertificate } from "../../../shared/certificate.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import type { Gathered } from "../../evidence.ts";
import { hostPort } from "../address.ts";
import { explain } from "../failure.ts";
import type { Handshake } from "./handshake.ts";

/** Reads the certificate from the first handshake. */
export function gatherCertificate(endpoint: Endpoint, first: Handshake, seconds: number): Gathered<"certificate"> {
	const where = hostPort(endpoint.host, endpoint.port);
	if (!first.ok) {
		return { units: [], gaps: [`The certificate of ${where} could not be read: ${explain(first.failure, seconds)}.`] };
	}
	if (!first.certificate)
		return { units: [], gaps: [`${where} agreed to a connection without showing a certificate.`] };
	try {
		return {
			units: [readCertificate(endpoint, new X509Certificate(first.certificate), first.trustError, first.stapled)],
			gaps: [],
		};
	} catch {
		return { units: [], gaps: [`The certificate of ${where} could not be read: it is not well formed.`] };
	}
}
