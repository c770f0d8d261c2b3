import { connect as connectTcp } from "node:net";
import { Duplex, PassThrough } from "node:stream";
import { connect } from "node:tls";
import type { Endpoint } from "../../../shared/evidence.ts";
import { hostPort } from "../address.ts";
import { type Session, withDeadline } from "../session.ts";
import { serverName } from "../web/request-parts.ts";

/** A server's first messages have a few kilobytes. */
const MOST_BYTES = 65_536;

/**
 * Whether a server asks for a client's certificate. In TLS 1.2 it ends such a connection with the same alert as one without a common
 * cipher, so only its messages tell, and they are not encrypted yet (RFC 5246, 7.4.4). Uses one handshake.
 */
export function asksForCertificate(session: Session, endpoint: Endpoint): Promise<boolean> {
	if (!session.takeHandshake()) return Promise.resolve(false);
	const { signal } = withDeadline(session, session.limits.requestMs);
	const settle = session.send(
		`TLS handshake ${hostPort(endpoint.host, endpoint.port)} (TLS 1.2, for a client's certificate)`,
		endpoint.at,
	);
	return new Promise((resolve) => {
		const socket = connectTcp({ host: endpoint.at.address, port: endpoint.port, signal });
		const heard: Buffer[] = [];
		let length = 0;
		const incoming = new PassThrough();
		socket.on("data", (bytes: Buffer) => {
			if (length < MOST_BYTES) heard.push(bytes);
			length += bytes.length;
			incoming.write(bytes);
		});
		const name = serverName(endpoint.host);
		const secure = connect({
			socket: Duplex.from({ readable: incoming, writable: socket }),
			maxVersion: "TLSv1.2",
			ciphers: "ALL:@SECLEVEL=0",
			rejectUnauthorized: false,
			...(name === "" ? {} : { servername: name }),
		});
		let isOver = false;
		const end = () => {
			if (isOver) return;
			isOver = true;
			socket.destroy();
			secure.destroy();
			const asked = holdsCertificateRequest(Buffer.concat(heard));
			settle(asked ? "it asks for a certificate" : "no agreement");
			resolve(asked);
		};
		for (const event of ["error", "close"] as const) socket.on(event, end);
		for (const event of ["secureConnect", "error", "close"] as const) secure.on(event, end);
	});
}

const HANDSHAKE = 22;
const CERTIFICATE_REQUEST = 13;
const RECORD_HEADER = 5;
const MESSAGE_HEADER = 4;

/** Whether a server's records hold the message that asks for a certificate (RFC 5246, 6.2.1 and 7.4). Pure. */
export function holdsCertificateRequest(records: Buffer): boolean {
	const parts: Buffer[] = [];
	for (let at = 0; at + RECORD_HEADER <= records.length; ) {
		if (records[at] !== HANDSHAKE) break;
		const end = at + RECORD_HEADER + records.readUInt16BE(at + 3);
		parts.push(records.subarray(at + RECORD_HEADER, end));
		at = end;
	}
	const messages = Buffer.concat(parts);
	for (let at = 0; at + MESSAGE_HEADER <= messages.length; at += MESSAGE_HEADER + messages.readUIntBE(at + 1, 3)) {
		if (messages[at] === CERTIFICATE_REQUEST) return true;
	}
	return false;
}
