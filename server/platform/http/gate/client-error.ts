import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ApiError, ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { securityHeaders } from "./security-headers.ts";

const ANSWERS: Record<string, { code: ErrorCode; message: string }> = {
	ERR_HTTP_REQUEST_TIMEOUT: { code: "request_timeout", message: "This request took too long to arrive." },
	HPE_HEADER_OVERFLOW: {
		code: "headers_too_large",
		message: "The address or the headers of this request are too long.",
	},
};
const UNREADABLE = { code: "invalid_body", message: "This request could not be read." } as const;

/** Answers input that never became a request, in the shape of all other errors, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === "ECONNRESET" || socket.destroyed) return;
	const answer: ApiError & { code: ErrorCode } = ANSWERS[error.code ?? ""] ?? UNREADABLE;
	const status = ERROR_STATUS[answer.code];
	const body = JSON.stringify(answer);
	const headers = {
		// We do not know which page was requested. The strictest policy works for an error.
		...securityHeaders({ path: "", isHttps: false }),
		"Cache-Control": "no-store",
		"Content-Type": "application/json; charset=utf-8",
		"Content-Length": String(Buffer.byteLength(body)),
		Connection: "close",
	};
	const lines = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		...Object.entries(headers).map((pair) => pair.join(": ")),
	];
	if (socket.writable) socket.write([...lines, "", body].join("\r\n"));
	socket.destroy(error);
}
