/** What a page does at its start is over by then, in milliseconds after it has loaded. */
const START = 1000;
/** How much longer a page that is busy puts it off, in milliseconds. */
const LATEST = 2000;

/** Runs `task` when a page that has loaded is done with its start. Safari cannot tell when it is idle. */
export function afterStart(task: () => void): void {
	setTimeout(() => {
		if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
		else task();
	}, START);
}
