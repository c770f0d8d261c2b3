import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import type { EmptyDatabase } from "./empty-database.ts";

const FOLDER = "server/platform/db/migrations";

/** The schema as a release created it: its own migrations, as released, and pg-boss's tables with a finished job. */
export async function makeSchema({ owner, ownerUrl }: EmptyDatabase, last: string): Promise<void> {
	await owner.query("CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())");
	for (const file of readdirSync(FOLDER).sort()) {
		if (file.slice(0, 4) > last) continue;
		await owner.query(readFileSync(join(FOLDER, file), "utf8"));
		await owner.query("INSERT INTO migrations (name) VALUES ($1)", [file]);
	}
	const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false });
	await boss.start();
	await boss.createQueue("mail");
	await boss.send("mail", { scanId: null });
	const [job] = await boss.fetch("mail");
	await boss.complete("mail", job?.id ?? "", { to: "ada@example.org" });
	await boss.stop({ graceful: false });
}
