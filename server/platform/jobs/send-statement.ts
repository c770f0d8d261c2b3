/** A job that another statement sends, in the same round trip and the same transaction. */
export type JobStatement = {
	/** pg-boss's INSERT, whose one parameter is a JSON list of jobs, with an expression in place of that parameter. */
	insert(jobs: string): string;
	/** The call that wakes the queue's workers. For after the commit: NOTIFY takes a lock that all commits wait for. */
	wake: string;
	/** This job in that list. */
	job: object;
};

/** The parameter, as pg-boss writes it. */
const JOBS = "$1::text::json";
/** `WITH ins AS (its INSERT), notified AS (SELECT pg_notify(channel, queue) FROM ins …) SELECT …`. */
const PARTS = /^\s*WITH ins AS \((.*)\),\s*notified AS \(\s*SELECT (pg_notify\(.*?\))\s+FROM ins\b/s;

/**
 * Takes apart the statement with which pg-boss sends a job, so that we keep using pg-boss's own. If another version writes it
 * differently, this throws at the first job.
 */
export function takeApart(text: string, values: readonly unknown[]): JobStatement {
	const [, insert = "", wake = ""] = PARTS.exec(text) ?? [];
	const [before = "", after, ...more] = insert.split(JOBS);
	const [jobs] = values;
	if (wake === "" || after === undefined || more.length > 0 || values.length !== 1 || typeof jobs !== "string") {
		throw new Error("pg-boss sends jobs by a statement of another form than this version knows");
	}
	const [job]: object[] = JSON.parse(jobs);
	if (!job) throw new Error("pg-boss sent no job");
	return { insert: (expression) => `${before}${expression}${after}`, wake, job };
}
