import * as z from "zod/mini";
import { apiError } from "#contract/errors.ts";
import { ACCOUNT } from "#contract/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { accountHeader } from "#src/lib/account/account.ts";

/** A call that did not succeed. `message` is the server's own sentence, else the transport's, else empty. */
export class ApiFailure extends Error {
	override name = "ApiFailure";
	/** HTTP status, null when no answer came. */
	status: number | null;
	/** The API's stable code, null when the answer gave none. */
	code: string | null;
	details: Record<string, unknown>;
	constructor(message: string, about: { status: number | null; code?: string; details?: Record<string, unknown> }) {
		super(message);
		this.status = about.status;
		this.code = about.code ?? null;
		this.details = about.details ?? {};
	}
}

type Call<S extends z.ZodMiniType> = {
	method?: "GET" | "POST" | "PATCH" | "DELETE";
	body?: unknown;
	/** What a success is read with; left out where its body is not read. */
	answer?: S;
	signal?: AbortSignal;
	/** Asks as whoever the session is of, whatever account this device knows: right after signing in. */
	asSession?: true;
	/** Beyond those every call has. */
	headers?: Record<string, string>;
};

/** How long a call may go without an answer, in milliseconds. */
const PATIENCE_MS = 20_000;

/** One call of the API as the account this device knows. Rejects with an ApiFailure for everything but a 2xx that can be read. */
export async function callApi<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	const { method = "GET", body, answer, signal, asSession, headers } = call;
	const patience = AbortSignal.timeout(PATIENCE_MS);
	let response: Response;
	let text: string;
	try {
		response = await fetch(API_BASE + path, {
			method,
			credentials: "include",
			headers: {
				...(asSession ? {} : accountHeader(ACCOUNT)),
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: signal ? AbortSignal.any([signal, patience]) : patience,
		});
		text = await response.text();
	} catch (error) {
		if (signal?.aborted) throw error;
		throw new ApiFailure(error instanceof Error ? error.message : "", { status: null });
	}
	const json = parseJson(text);
	if (!response.ok) {
		const read = z.safeParse(apiError, json);
		const { code, message, details } = read.success ? read.data : { code: undefined, message: "", details: undefined };
		throw new ApiFailure(message, {
			status: response.status,
			...(code !== undefined && { code }),
			...(details && { details }),
		});
	}
	if (!answer) return undefined as z.infer<S>;
	const read = z.safeParse(answer, json);
	if (!read.success) {
		throw new ApiFailure("The answer did not come from this product’s server, or from another version of it.", {
			status: null,
		});
	}
	return read.data;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
