import * as z from "zod/mini";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { ApiFailure } from "./api-failure.ts";
import { asText, type Call, callOnce, readAnswer, type Sent, send } from "./call.ts";

/** How long a file may take: an hour is what the server gives it. */
const FILE_PATIENCE_MS = 3_600_000;

/**
 * One API call for the account this device knows. If the server wants to know first that it is still its owner who asks, or asks for a
 * second factor, asks the person and makes the call again. Rejects with an ApiFailure for everything but a readable 2xx.
 */
export async function callApi<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	return withProof(() => callOnce(path, call), {
		// What is about a workspace says in its own place what is missing.
		mayAskForFactor: call.scope === undefined && call.method !== undefined,
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
export async function readPicture(path: string, call: { scope: WorkScope; signal: AbortSignal }): Promise<Blob> {
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
