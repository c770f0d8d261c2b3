/** Rejects if `work` takes longer, in milliseconds: in some browsers storage never answers. */
export function orTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("This device’s storage does not respond.")), ms);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
