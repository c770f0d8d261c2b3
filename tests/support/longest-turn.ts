/**
 * The longest computation in one turn of the event loop, in milliseconds of this thread's CPU time: other work on the machine does not
 * count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = process.threadCpuUsage();
	const look = (): void => {
		const { user, system } = process.threadCpuUsage(last);
		longest = Math.max(longest, (user + system) / 1_000);
		last = process.threadCpuUsage();
	};
	const clock = setInterval(look, 1);
	await work();
	clearInterval(clock);
	look();
	return longest;
}
