import { PgBoss } from "pg-boss";
import type { Pool } from "../db/pool.ts";

const LOOK_AGAIN_MS = 500;

/**
 * Updates pg-boss's own tables, as the role that owns them, and waits for indexes that a newer version of it builds in the background.
 * Jobs are then sent and run by a role that cannot change the tables.
 */
export async function installQueue(owner: { url: string; pool: Pool }): Promise<void> {
	const boss = new PgBoss({
		connectionString: owner.url,
		application_name: "plumbline-migration",
		max: 2,
		migrate: true,
		bamIntervalSeconds: 10,
		supervise: false,
		schedule: false,
	});
	const { promise: broken, reject } = Promise.withResolvers<never>();
	boss.on("error", reject);
	try {
		await Promise.race([finished(boss), broken]);
	} finally {
		await boss.stop({ graceful: false });
	}
	await forgetJobData(owner.pool);
}

async function finished(boss: PgBoss): Promise<void> {
	await boss.start();
	const isUnfinished = async () =>
		(await boss.getBamStatus()).some(({ status }) => status === "pending" || status === "in_progress");
	while (await isUnfinished()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}

/** Installs the trigger of migration 0015 once, and removes the data of older jobs as well. */
async function forgetJobData(pool: Pool): Promise<void> {
	const { rowCount } = await pool.query(
		"SELECT 1 FROM pg_trigger WHERE tgrelid = 'pgboss.job'::regclass AND tgname = 'forget_job_data'",
	);
	if (rowCount !== 0) return;
	await pool.query(
		`CREATE OR REPLACE TRIGGER forget_job_data BEFORE INSERT OR UPDATE ON pgboss.job
		 FOR EACH ROW EXECUTE FUNCTION forget_job_data()`,
	);
	await pool.query("UPDATE pgboss.job SET output = NULL");
}
