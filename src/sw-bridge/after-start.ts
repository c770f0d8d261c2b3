/** How long a page is busy with its own start after it has loaded, in milliseconds. */
const START = 1000;
/** How much longer a busy page may delay the task, in milliseconds. */
const LATEST = 2000;

/** Runs `task` when a loaded page is done with its own start. Safari cannot tell when a page is idle. */
export function afterStart(task: () => void): void {
	setTimeout(() => {
		if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
		else task();
	}, START);
}
