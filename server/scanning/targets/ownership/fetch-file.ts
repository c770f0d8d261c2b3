import { exchange } from "#server/platform/outgoing/exchange.ts";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import { FILE_PATH } from "./host-ownership.ts";

export type FilePlace = { scheme: "http" | "https"; host: string; port: number; at: CheckedAddress; userAgent: string };

/** Undefined for any answer but a 200, and if there is no answer. */
export type FetchFile = (place: FilePlace) => Promise<string | undefined>;

const LIMIT_MS = 5_000;
const MAX_BYTES = 1_024;

/**
 * Reads the proof's file from the address the guard has checked: nothing is resolved again and no redirect is followed. The certificate
 * is not checked: anyone who can answer for the host can prove it, and a bad certificate may be the very reason for the scan.
 */
export const fetchFile: FetchFile = async ({ scheme, host, port, at, userAgent }) => {
	const url = new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}${FILE_PATH}`);
	const got = await exchange(
		{ url, ...at },
		{
			method: "GET",
			headers: { "user-agent": userAgent, accept: "text/plain", connection: "close" },
			timeoutMs: LIMIT_MS,
			maxAnswerBytes: MAX_BYTES,
			anyCertificate: true,
		},
	);
	return got.status === "answered" && got.code === 200 ? got.body : undefined;
};
