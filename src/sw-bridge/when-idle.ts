/** The longest that work which is not urgent is put off, in milliseconds. */
const LATEST = 2000;

/** Runs `task` once the page has nothing to do; soon where the browser cannot tell (Safari). */
export function whenIdle(task: () => void): void {
	if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
	else setTimeout(task, LATEST / 10);
}
