import * as z from "zod/mini";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { ApiFailure } from "./api-failure.ts";
import { asText, type Call, callOnce, readAnswer, type Sent, send } from "./call.ts";

/** The time limit for a file: the server allows an hour. */
const FILE_PATIENCE_MS = 3_600_000;

/**
 * One API call for the account this device knows. If the server first wants proof that this is still the owner, or a second factor, it asks
 * the user and repeats the call. Rejects with an ApiFailure for everything but a readable 2xx.
 */
export async function callApi<S extends z.ZodMiniType>(path: string, call: Call<S> = {}): Promise<z.infer<S>> {
	return withProof(() => callOnce(path, call), {
		// Calls about a workspace show what is missing in their own place.
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

/** The password that a form already asked for. */
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
 * Reads a file for the account this device knows, however long that takes, and asks for a proof as `callApi` does. `name`: the file name
 * from the server. Rejects with an ApiFailure.
 */
export async function readFile(path: string): Promise<{ blob: Blob; name: string }> {
	// Only an attachment counts as a file, so a refusal or a proxy's page is never saved as one.
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
