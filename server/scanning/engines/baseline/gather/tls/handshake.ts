import { constants } from "node:crypto";
import { connect, type SecureVersion } from "node:tls";
import type { Endpoint } from "../../../shared/evidence.ts";
import { hostPort } from "../address.ts";
import { type Failure, failureOf } from "../failure.ts";
import { type Session, withDeadline } from "../session.ts";
import { serverName } from "../web/request-parts.ts";

export type Handshake =
	| {
			ok: true;
			version: string;
			cipher: string;
			/** The certificate in DER; undefined if the suite works without one. */
			certificate: Buffer | undefined;
			/** OpenSSL's verdict against the roots that Node ships; undefined if the chain is fine. */
			trustError: string | undefined;
			/** Whether an OCSP response came with the certificate. */
			stapled: boolean;
			/** It refused what browsers offer, and agreed to something else. Only a greeting finds that out. */
			refusedByBrowsers?: boolean;
	  }
	| { ok: false; failure: Failure };

/** What to offer the server: a range of versions and OpenSSL's cipher list. */
export type Offer = {
	min: SecureVersion;
	max: SecureVersion;
	ciphers: string;
	label: string;
	/** Signature algorithms and groups, in OpenSSL's names; all that it has, if left out. */
	sigalgs?: string;
	groups?: string;
	/** Only if the server protects renegotiation (RFC 5746). Browsers do not ask for that. */
	isStrict?: boolean;
};

/** Does one TLS handshake with exactly this offer, then disconnects. Certificates are read, not trusted. */
export function handshake(session: Session, endpoint: Endpoint, offer: Offer): Promise<Handshake> {
	if (!session.takeHandshake()) return Promise.resolve({ ok: false, failure: "handshake-limit" });
	const limit = withDeadline(session, session.limits.requestMs);
	const settleSent = session.send(
		`TLS handshake ${hostPort(endpoint.host, endpoint.port)} (${offer.label})`,
		endpoint.at,
	);
	const name = serverName(endpoint.host);

	return new Promise((resolve) => {
		const socket = connect({
			host: endpoint.at.address,
			port: endpoint.port,
			minVersion: offer.min,
			maxVersion: offer.max,
			ciphers: offer.ciphers,
			...(offer.sigalgs ? { sigalgs: offer.sigalgs } : {}),
			...(offer.groups ? { ecdhCurve: offer.groups } : {}),
			requestOCSP: true,
			rejectUnauthorized: false,
			...(offer.isStrict ? {} : { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT }),
			...(name === "" ? {} : { servername: name }),
		});
		let settled = false;
		const settle = (result: Handshake) => {
			if (settled) return;
			settled = true;
			limit.signal.removeEventListener("abort", abort);
			settleSent(
				result.ok
					? `${result.version} ${result.cipher}`
					: result.failure === "not-tls" || result.failure === "no-agreement"
						? "no agreement"
						: result.failure,
			);
			resolve(result);
			socket.destroy();
		};
		// tls.connect does not accept a signal.
		const abort = () => socket.destroy(new Error("ended by its limit"));
		if (limit.signal.aborted) abort();
		else limit.signal.addEventListener("abort", abort, { once: true });
		let stapled = false;
		socket.once("OCSPResponse", (response: Buffer | null) => {
			stapled = response !== null && response.length > 0;
		});
		socket.once("secureConnect", () => {
			settle({
				ok: true,
				version: socket.getProtocol() ?? "unknown",
				cipher: socket.getCipher().name,
				// As received: the other call would parse the whole chain right here.
				certificate: socket.getPeerX509Certificate()?.raw,
				trustError: socket.authorized ? undefined : trustErrorOf(socket.authorizationError),
				stapled,
			});
		});
		socket.on("error", (error) => settle({ ok: false, failure: limit.failure() ?? failureOf(error) }));
		socket.once("close", () => settle({ ok: false, failure: limit.failure() ?? "reset" }));
	});
}

/** The types say Error, but at run time it is mostly a plain string such as `CERT_HAS_EXPIRED`. */
function trustErrorOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
