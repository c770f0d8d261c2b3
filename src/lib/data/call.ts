import * as z from "zod/mini";
import { apiError } from "#contract/errors.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { accountHeader } from "#src/lib/account/account.ts";
import { noteScopeLoss } from "#src/lib/workspace/access/scope-loss.ts";
import { scopeHeaders, type WorkScope } from "#src/lib/workspace/scope.ts";
import { ApiFailure } from "./api-failure.ts";

export type Call<S extends z.ZodMiniType> = {
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	body?: unknown;
	/** Reads a successful answer. Leave out to ignore its body. */
	answer?: S;
	signal?: AbortSignal;
	/** Sends no account header: right after signing in, this device does not know the session's account yet. */
	asSession?: true;
	/** The scope of the call. Leave out for calls about the account itself, or about no account. */
	scope?: WorkScope;
	/** In addition to the headers of every call. */
	headers?: Record<string, string>;
};

/** How long to wait for an answer, in milliseconds. */
const PATIENCE_MS = 20_000;

export type Sent = Omit<Call<z.ZodMiniType>, "answer"> & { patienceMs?: number };

/** Sends a call and reads the response. Rejects with an ApiFailure if nothing does. */
export async function send<T>(
	path: string,
	{ method = "GET", body, signal, asSession, scope, headers, patienceMs = PATIENCE_MS }: Sent,
	read: (response: Response) => Promise<T>,
): Promise<T> {
	const patience = AbortSignal.timeout(patienceMs);
	try {
		const response = await fetch(API_BASE + path, {
			method,
			credentials: "include",
			headers: {
				...(asSession ? {} : accountHeader(ACCOUNT)),
				...(scope && scopeHeaders(scope)),
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: signal ? AbortSignal.any([signal, patience]) : patience,
		});
		return await read(response);
	} catch (error) {
		if (signal?.aborted) throw error;
		throw new ApiFailure(error instanceof Error ? error.message : "", { status: null });
	}
}

export const asText = async (response: Response) => ({ status: response.status, text: await response.text() });

/**
 * One API call for the account this device knows, without asking for a proof: the proof flow itself uses it. Everything else uses
 * `callApi`, which asks for a proof if the server wants one. Rejects with an ApiFailure for everything but a readable 2xx.
 */
export async function callOnce<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	const { answer, scope } = call;
	return readAnswer(await send(path, call, asText), { answer, scope });
}

/** Reads what the server has answered. Throws an ApiFailure for everything but a readable 2xx. */
export function readAnswer<S extends z.ZodMiniType>(
	{ status, text }: { status: number; text: string },
	{ answer, scope }: { answer: S | undefined; scope: WorkScope | undefined },
): z.infer<S> {
	const json = parseJson(text);
	if (status < 200 || status >= 300) {
		const read = z.safeParse(apiError, json);
		const { code, message, details } = read.success ? read.data : { code: undefined, message: "", details: undefined };
		if (scope && code !== undefined) noteScopeLoss(code, scope);
		throw new ApiFailure(message, { status, ...(code !== undefined && { code }), ...(details && { details }) });
	}
	if (!answer) return undefined as z.infer<S>;
	const read = z.safeParse(answer, json);
	if (!read.success) {
		throw new ApiFailure("The answer did not come from this product’s server, or came from another version of it.", {
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
