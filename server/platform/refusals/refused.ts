/** Thrown so that the transaction is rolled back and nothing is stored under the request's key. `outcome`: what its caller gets. */
export class Refused extends Error {
	readonly outcome: object;
	constructor(why: string | { ok: false }) {
		super(typeof why === "string" ? why : "Refused");
		this.outcome = typeof why === "string" ? { ok: false, because: why } : why;
	}
}

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

/** What `work` results in, or the outcome that it was refused with: all that it throws have outcomes of this type. */
export async function orOutcome<O extends object, R>(work: () => Promise<R>): Promise<R | O> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Refused) return error.outcome as O;
		throw error;
	}
}
