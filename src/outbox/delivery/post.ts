/** How long one request may take, body included, in milliseconds. */
export const SEND_TIMEOUT_MS = 20_000;

/** A response as received. `text` is empty if there was no body, and for HTML. */
export type HttpAnswer =
	| { type: "none"; message: string }
	| { type: "redirect" }
	| { type: "answer"; status: number; contentType: string; retryAfter: string | null; text: string };

export type SendDeps = {
	fetch(url: string, init: RequestInit): Promise<Response>;
	/** Runs `callback` after `ms` milliseconds unless the returned function is called first. */
	after(ms: number, callback: () => void): () => void;
};

async function read(response: Response): Promise<HttpAnswer> {
	// `manual` makes any redirect opaque; `redirected` catches a fetch that followed one anyway.
	if (response.type === "opaqueredirect" || response.redirected) return { type: "redirect" };
	const contentType = response.headers.get("content-type") ?? "";
	const isPage = contentType.includes("html");
	if (isPage) await response.body?.cancel();
	return {
		type: "answer",
		status: response.status,
		contentType,
		retryAfter: response.headers.get("retry-after"),
		text: isPage ? "" : await response.text(),
	};
}

/** An answer with its headers; null if none came, or if it came from another server. */
export type Exchanged = { answer: HttpAnswer; headers: Headers | null };

/** Makes one request. Never rejects. */
export async function exchange(
	url: string,
	init: RequestInit,
	deps: SendDeps,
	timeoutMs = SEND_TIMEOUT_MS,
): Promise<Exchanged> {
	const abort = new AbortController();
	const none = (message: string): Exchanged => ({ answer: { type: "none", message }, headers: null });
	const tooLate = new Promise<Exchanged>((resolve) => {
		const cancel = deps.after(timeoutMs, () => {
			// Resolve here, not through the abort: fetch may be slow to notice it.
			resolve(none(`The server did not answer within ${timeoutMs / 1000} seconds.`));
			abort.abort();
		});
		abort.signal.addEventListener("abort", cancel);
	});
	const made = async (): Promise<Exchanged> => {
		try {
			const response = await deps.fetch(url, {
				credentials: "include",
				redirect: "manual",
				cache: "no-store",
				...init,
				signal: abort.signal,
			});
			return { answer: await read(response), headers: response.headers };
		} catch (error) {
			return none(error instanceof Error ? error.message : "");
		}
	};
	const outcome = await Promise.race([made(), tooLate]);
	abort.abort();
	return outcome;
}

/** Posts JSON once. Never rejects. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: unknown,
	deps: SendDeps,
): Promise<HttpAnswer> {
	const { answer } = await exchange(
		url,
		{ method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) },
		deps,
	);
	return answer;
}
