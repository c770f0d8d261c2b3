/** `setTimeout` for passing in: the returned function cancels it. */
export function after(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
