/** How long one request may take, body included, in milliseconds. */
export const SEND_TIMEOUT_MS = 20_000;

/** A response as received. `text` is empty if there was no body, and for HTML. */
export type Answer =
	| { type: "none"; message: string }
	| { type: "redirect" }
	| { type: "answer"; status: number; contentType: string; retryAfter: string | null; text: string };

export type SendDeps = {
	fetch(url: string, init: RequestInit): Promise<Response>;
	/** Runs `callback` after `ms` milliseconds unless the returned function is called first. */
	after(ms: number, callback: () => void): () => void;
};

async function read(response: Response): Promise<Answer> {
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

/** Posts JSON once. Never rejects. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: unknown,
	deps: SendDeps,
): Promise<Answer> {
	const abort = new AbortController();
	const seconds = SEND_TIMEOUT_MS / 1000;
	const tooLate = new Promise<Answer>((resolve) => {
		const cancel = deps.after(SEND_TIMEOUT_MS, () => {
			// Resolve here, not through the abort: a fetch may be slow to notice it.
			resolve({ type: "none", message: `The server did not answer within ${seconds} seconds.` });
			abort.abort();
		});
		abort.signal.addEventListener("abort", cancel);
	});
	const answer = async (): Promise<Answer> => {
		try {
			const response = await deps.fetch(url, {
				method: "POST",
				headers: { "Content-Type": "application/json", ...headers },
				body: JSON.stringify(body),
				credentials: "include",
				redirect: "manual",
				cache: "no-store",
				signal: abort.signal,
			});
			return await read(response);
		} catch (error) {
			return { type: "none", message: error instanceof Error ? error.message : "" };
		}
	};
	const outcome = await Promise.race([answer(), tooLate]);
	abort.abort();
	return outcome;
}
