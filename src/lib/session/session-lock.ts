const NAME = "plumbline-session";

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs tasks that start or end a session one at a time, across all tabs if the browser has locks: the postponed end of an old session must
 * not overlap with the start of a new one.
 */
export function withSessionLock<T>(task: () => Promise<T>): Promise<T> {
	if (navigator.locks) return navigator.locks.request(NAME, task) as Promise<T>;
	const run = last.then(task, task);
	last = run;
	return run;
}
