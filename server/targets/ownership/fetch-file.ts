import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { CheckedAddress } from "../target.ts";
import { FILE_PATH } from "./host-ownership.ts";

export type FilePlace = { scheme: "http" | "https"; host: string; port: number; at: CheckedAddress; userAgent: string };

/** Undefined for any answer but a 200, and if there is no answer. */
export type FetchFile = (place: FilePlace) => Promise<string | undefined>;

const LIMIT_MS = 5_000;
const MAX_BYTES = 1_024;

/**
 * Reads the proof's file from the address the guard has checked: nothing is resolved again and no redirect is followed.
 * The certificate is not checked: anyone who can answer for the host can prove it, and a bad certificate may be the very
 * reason for the scan.
 */
export const fetchFile: FetchFile = ({ scheme, host, port, at, userAgent }) => {
	const origin = new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`);
	const send = scheme === "https" ? requestHttps : requestHttp;
	return new Promise((resolve) => {
		const nothing = () => resolve(undefined);
		const outgoing = send({
			host: at.address,
			family: at.family,
			port,
			path: FILE_PATH,
			agent: false,
			setHost: false,
			signal: AbortSignal.timeout(LIMIT_MS),
			headers: { host: origin.host, "user-agent": userAgent, accept: "text/plain", connection: "close" },
			rejectUnauthorized: false,
			servername: isIP(host) === 0 ? host : "",
		});
		outgoing.once("error", nothing);
		outgoing.once("response", async (response) => {
			outgoing.on("error", nothing);
			if (response.statusCode !== 200) {
				outgoing.destroy();
				return nothing();
			}
			const chunks: Buffer[] = [];
			let length = 0;
			try {
				for await (const chunk of response) {
					length += chunk.length;
					if (length > MAX_BYTES) break;
					chunks.push(chunk);
				}
			} catch {
				return nothing();
			}
			outgoing.destroy();
			resolve(length > MAX_BYTES ? undefined : Buffer.concat(chunks).toString());
		});
		outgoing.end();
	});
};
