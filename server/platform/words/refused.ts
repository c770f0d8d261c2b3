/** Thrown so that the transaction is rolled back and nothing is stored under the request's key. */
export class Refused extends Error {}

/** What `work` resolves with, or the reason it was refused. */
export async function orRefused<const T extends string, R>(
	reasons: readonly T[],
	work: () => Promise<R>,
): Promise<R | { ok: false; because: T }> {
	try {
		return await work();
	} catch (error) {
		const because = error instanceof Refused && reasons.find((reason) => reason === error.message);
		if (because) return { ok: false, because };
		throw error;
	}
}
