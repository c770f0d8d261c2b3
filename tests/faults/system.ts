import { chmod, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { freePort, freePorts } from "../support/free-ports.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { createAccount, type TestAccount } from "../support/server/accounts.ts";
import { NO_LIMITS } from "../support/server/no-limits.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { type Role, type Supervised, supervise } from "./process.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { type FaultySmtp, startFaultySmtp } from "./smtp.ts";
import { startWire } from "./wire.ts";

/** A whole installation: API and worker processes on one PostgreSQL, a mail server, a target, and two accounts. */
export type System = {
	postgres: Postgres;
	smtp: FaultySmtp;
	apis: Supervised[];
	workers: Supervised[];
	accounts: TestAccount[];
	/** Accounts that send only costly requests. */
	costly: TestAccount[];
	/** The target of scans. */
	target: string;
	/** The database's disk; undefined if none can be mounted. */
	disk: SmallDisk | undefined;
	stop(): Promise<void>;
};

const DISK_MB = 500;

export async function startSystem({
	apis,
	workers,
	ownDisk,
	faketime,
}: {
	apis: number;
	workers: number;
	ownDisk: boolean;
	/** The library that can move the database's clock. */
	faketime?: string | undefined;
}): Promise<System> {
	const disk = ownDisk ? await mountSmallDisk(DISK_MB) : undefined;
	const folder = await scratchFolder("faults");
	await chmod(folder, 0o755);
	const postgres = await startPostgres(disk ? join(disk.folder, "data") : join(folder, "data"), faketime);
	const smtp = await startFaultySmtp();
	const [httpPort, httpsPort] = await freePorts();
	const practice = await startPractice({ httpPort, httpsPort });
	const wapiti = join(folder, "wapiti");
	const stub = resolve("tests/fixtures/engines/fake-wapiti.mjs");
	await writeFile(
		wapiti,
		`#!/bin/sh\ncase "$*" in *--version*) ;; *) sleep 0.4 ;; esac\n"${process.execPath}" "${stub}" works "$@"\n`,
		{ mode: 0o755 },
	);

	const start = async (role: Role, index: number): Promise<Supervised> => {
		const wire = await startWire(postgres.port);
		const url = new URL(postgres.url);
		url.port = String(wire.port);
		const port = String(await freePort());
		return supervise(role, `http://127.0.0.1:${port}`, wire, {
			DATABASE_URL: url.href,
			PORT: port,
			VAR_DIR: join(folder, `${role}-${index}`),
			SMTP_URL: smtp.url,
			PRACTICE_TARGET: "off",
			ENGINES: "off",
			WAPITI_PATH: wapiti,
			SCAN_ALLOW: `127.0.0.1:${httpPort}`,
			SCANS_PER_ACCOUNT: "16",
			SCANS_PER_TARGET: "16",
			LOG_LEVEL: "warn",
			...NO_LIMITS,
		});
	};
	const many = (role: Role, count: number) =>
		Promise.all(Array.from({ length: count }, (_, index) => start(role, index)));
	const system = { apis: await many("api", apis), workers: await many("worker", workers) };
	const all = [...system.apis, ...system.workers];
	await Promise.all(all.map((each) => each.ready()));

	const confirmAddress = async (email: string) => {
		await postgres.ask("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
	};
	const url = system.apis[0]?.url ?? "";
	const newAccounts = (count: number) =>
		Promise.all(Array.from({ length: count }, () => createAccount({ url, confirmAddress })));
	const [accounts, costly] = [await newAccounts(2), await newAccounts(3)];
	// Clocks jump ahead by more hours than a session lasts that ends with its browser.
	await postgres.ask("UPDATE sessions SET remembered = true");
	return {
		...system,
		postgres,
		smtp,
		accounts,
		costly,
		target: `http://127.0.0.1:${httpPort}/`,
		disk,
		async stop() {
			await Promise.all(all.map((each) => each.stop()));
			await Promise.all(all.map(({ wire }) => wire.close()));
			await postgres.stop();
			await smtp.close();
			await practice.close();
			disk?.unmount();
		},
	};
}
