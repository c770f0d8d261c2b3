/** What `load` loads, as often as it takes: code that a lost connection kept back comes with the next connection. */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch {
		await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
		return whenReachable(load);
	}
}
