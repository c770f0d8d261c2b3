/** It only stops hangs. */
const LIMIT_MS = 180_000;

/** Resolves with the first answer of `ask` that is neither undefined nor false; rejects if there was none within three minutes. */
export async function until<T>(ask: () => Promise<T | undefined | false>, what: string): Promise<T> {
	const deadline = Date.now() + LIMIT_MS;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	throw new Error(`This did not happen in ${LIMIT_MS / 1_000} s: ${what}`);
}
