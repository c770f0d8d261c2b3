const NAME = "plumbline-session";

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs what begins or ends the session one after the other, over all tabs where the browser has locks: the end of an old
 * session that was put off must not meet the beginning of a new one.
 */
export function withSessionLock<T>(task: () => Promise<T>): Promise<T> {
	if (navigator.locks) return navigator.locks.request(NAME, task) as Promise<T>;
	const run = last.then(task, task);
	last = run;
	return run;
}
