import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountSmallDisk } from "../../faults/small-disk.ts";
import { afterFile } from "../../support/after-file.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

// Only root can mount a disk. Elsewhere nothing is filled.
const disk = await mountSmallDisk(2);
afterFile(async () => disk?.unmount());

test.skipIf(!disk)("a full disk below VAR_DIR delays emails that become files, and costs none", async () => {
	if (!disk) return;
	const server = await startTestServer({ env: { VAR_DIR: join(disk.folder, "var") } });
	const mails = () => readdir(join(disk.folder, "var", "mail")).catch(() => []);
	disk.fill();
	const { scanId } = (await (await server.scan({ target: "example.com", email: "ada@example.org" })).json()).receipt;
	await until(async () => {
		const { rows } = await server.database.pool.query(
			"SELECT 1 FROM pgboss.job WHERE name = 'mail' AND data ->> 'scanId' = $1 AND retry_count > 0",
			[scanId],
		);
		return rows.length > 0;
	}, "the email could not be written");
	expect((await mails()).filter((name) => name.endsWith(".eml"))).toEqual([]);
	disk.free();
	const written = await until(
		async () => (await mails()).some((name) => name.endsWith(".eml")) && mails(),
		"the email is written",
	);
	expect(written).toEqual([expect.stringContaining(scanId)]);
	await server.close();
});
