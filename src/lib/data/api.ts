import * as z from "zod/mini";
import { apiError } from "#contract/errors.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { accountHeader } from "#src/lib/account/account.ts";
import { noteScopeLoss } from "#src/lib/workspace/access/scope-loss.ts";
import { type Scope, scopeHeaders } from "#src/lib/workspace/scope.ts";

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
/** How long a file may take: an hour is what the server gives it. */
const FILE_PATIENCE_MS = 3_600_000;

type Sent = Omit<Call<z.ZodMiniType>, "answer"> & { patienceMs?: number };

/** Sends a call and reads what comes. Rejects with an ApiFailure if nothing does. */
async function send<T>(
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

const asText = async (response: Response) => ({ status: response.status, text: await response.text() });

/**
 * One API call for the account this device knows. If the server wants to know first that it is still its owner who asks, or asks for a
 * second factor, asks the person and makes the call again. Rejects with an ApiFailure for everything but a readable 2xx.
 */
export async function callApi<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	const { answer, scope } = call;
	return withProof(async () => readAnswer(await send(path, call, asText), { answer, scope }), {
		// What is about a workspace says in its own place what is missing.
		mayAskForFactor: scope === undefined && call.method !== undefined,
		password: passwordIn(call.body),
	});
}

async function withProof<T>(
	attempt: () => Promise<T>,
	{ mayAskForFactor, password }: { mayAskForFactor: boolean; password: string | undefined },
): Promise<T> {
	try {
		return await attempt();
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		const asksForFactor = mayAskForFactor && error.code === "two_factors_required";
		if (error.code !== "step_up_required" && !asksForFactor) throw error;
		const { giveTwoFactors, proveAgain } = await import("#src/lib/session/proof/prove-again.tsx");
		const isProved = asksForFactor ? await giveTwoFactors("account") : await proveAgain(password);
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
	const { blob } = await readBlob(path, call, (headers) => headers.get("Content-Type")?.startsWith("image/") === true);
	return blob;
}

/**
 * Reads a file for the account this device knows, however long that takes, and asks for a proof as `callApi` does. `name`: what the
 * server calls it. Rejects with an ApiFailure.
 */
export async function readFile(path: string): Promise<{ blob: Blob; name: string }> {
	// Only what is sent to be saved is a file, so that no refusal and no page of a proxy becomes one.
	const isFile = (headers: Headers) => headers.get("Content-Disposition")?.startsWith("attachment") === true;
	const attempt = () => readBlob(path, { patienceMs: FILE_PATIENCE_MS }, isFile);
	const { blob, headers } = await withProof(attempt, { mayAskForFactor: true, password: undefined });
	return { blob, name: fileNameIn(headers.get("Content-Disposition") ?? "") };
}

async function readBlob(
	path: string,
	call: Pick<Sent, "scope" | "signal" | "patienceMs">,
	isExpected: (headers: Headers) => boolean,
): Promise<{ blob: Blob; headers: Headers }> {
	const read = await send(path, call, async (response) =>
		response.ok && isExpected(response.headers)
			? { blob: await response.blob(), headers: response.headers }
			: asText(response),
	);
	if ("blob" in read) return read;
	readAnswer(read, { answer: undefined, scope: call.scope });
	throw new ApiFailure("The answer is not the file that was asked for.", { status: null });
}

/** RFC 6266, as the server writes it (`server/platform/http/attachment-name.ts`). */
function fileNameIn(disposition: string): string {
	const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
	const [, plain] = /filename="([^"]+)"/.exec(disposition) ?? [];
	return encoded === undefined ? (plain ?? "") : decodeURIComponent(encoded);
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
