/** Runs `task` now, and again this long after each run ends. Resolves after the first run. `stop` waits for a run in progress. */
export async function every(
	ms: number,
	task: () => Promise<void>,
	onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
	let stopped = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let running: Promise<void> = Promise.resolve();
	const once = async () => {
		await task().catch(onError);
		if (!stopped) {
			timer = setTimeout(() => {
				running = once();
			}, ms);
		}
	};
	running = once();
	await running;
	return {
		stop() {
			stopped = true;
			clearTimeout(timer);
			return running;
		},
	};
}
