import * as z from "zod/mini";
import { apiError } from "#contract/errors.ts";
import { ACCOUNT } from "#contract/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { accountHeader } from "#src/lib/account/account.ts";
import { type Scope, scopeHeaders } from "#src/lib/workspace/scope.ts";
import { noteScopeLoss } from "#src/lib/workspace/scope-loss.ts";

/** A failed call. `message` is the server's, else the transport's, else empty. */
export class ApiFailure extends Error {
	override name = "ApiFailure";
	/** HTTP status; null if no answer came. */
	status: number | null;
	/** The API's stable code; null if the answer had none. */
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
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	body?: unknown;
	/** Reads a successful answer. Leave out to ignore its body. */
	answer?: S;
	signal?: AbortSignal;
	/** Sends no account header: right after signing in, this device does not know the session's account yet. */
	asSession?: true;
	/** Whose work it is about. Leave out for what is about the account itself, or about no one. */
	scope?: Scope;
	/** In addition to those of every call. */
	headers?: Record<string, string>;
};

/** How long to wait for an answer, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Sends a call and reads what comes. Rejects with an ApiFailure if nothing does. */
async function send<T>(
	path: string,
	{ method = "GET", body, signal, asSession, scope, headers }: Omit<Call<z.ZodMiniType>, "answer">,
	read: (response: Response) => Promise<T>,
): Promise<T> {
	const patience = AbortSignal.timeout(PATIENCE_MS);
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

const asText = async (response: Response) => ({ status: response.status, text: await response.text() });

/**
 * One API call for the account this device knows. If the server wants to know first that it is still its owner who asks, or asks for a
 * second factor, asks the person and makes the call again. Rejects with an ApiFailure for everything but a readable 2xx.
 */
export async function callApi<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	const { answer, scope } = call;
	const attempt = async () => readAnswer(await send(path, call, asText), { answer, scope });
	try {
		return await attempt();
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		// What is about a workspace says in its own place what is missing.
		const asksForFactor = error.code === "two_factors_required" && scope === undefined && call.method !== undefined;
		if (error.code !== "step_up_required" && !asksForFactor) throw error;
		const { giveTwoFactors, proveAgain } = await import("#src/lib/session/prove-again.tsx");
		const isProved = asksForFactor ? await giveTwoFactors("account") : await proveAgain(passwordIn(call.body));
		if (!isProved) throw error;
		return attempt();
	}
}

/** The password that a form has asked for already. */
function passwordIn(body: unknown): string | undefined {
	const read = z.safeParse(z.object({ current: z.string() }), body);
	return read.success ? read.data.current : undefined;
}

/** Reads a picture, and rejects as `callApi` does. */
export async function readPicture(path: string, call: { scope: Scope; signal: AbortSignal }): Promise<Blob> {
	const read = await send<Blob | { status: number; text: string }>(path, call, (response) => {
		const isPicture = response.ok && response.headers.get("Content-Type")?.startsWith("image/");
		return isPicture ? response.blob() : asText(response);
	});
	if (read instanceof Blob) return read;
	readAnswer(read, { answer: undefined, scope: call.scope });
	throw new ApiFailure("The answer is no picture.", { status: null });
}

/** Reads what the server has answered. Throws an ApiFailure for everything but a readable 2xx. */
export function readAnswer<S extends z.ZodMiniType>(
	{ status, text }: { status: number; text: string },
	{ answer, scope }: { answer: S | undefined; scope: Scope | undefined },
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
