import type { Pool } from "../../db/pool.ts";

export type JobFailures = {
	/** `reason` must not name anyone. */
	record(jobId: string, reason: string): Promise<void>;
};

/** Why jobs last failed, for operators. */
export const createJobFailures = (pool: Pool): JobFailures => ({
	async record(jobId, reason) {
		await pool.query(
			`INSERT INTO job_failures (job_id, reason) VALUES ($1, $2)
			 ON CONFLICT (job_id) DO UPDATE SET reason = excluded.reason, at = now()`,
			[jobId, reason],
		);
	},
});
