/** Whether there is a process with this number, or a group if the number is negative. One that ended counts until it has been collected. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
