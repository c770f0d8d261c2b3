/** Whether `ask` answers, and in time. */
export async function isHealthy(ask: () => Promise<unknown>): Promise<boolean> {
	const { promise: late, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(false), 2_000);
	try {
		return await Promise.race([ask().then(() => true), late]);
	} catch {
		return false;
	} finally {
		clearTimeout(timer);
	}
}
