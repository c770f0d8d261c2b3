import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { every } from "#server/platform/jobs/every.ts";
import { type EolTable, eolTable, isOldTable, readEolTable } from "../table.ts";

/** Where `npm run refresh-eol` puts a newer table for the servers of this VAR_DIR. */
export const refreshedTableFile = (varDir: string): string => join(varDir, "end-of-life.json");

type WatchEolTableDeps = {
	varDir: string;
	everyMs: number;
	now: () => Date;
	/** Replaces the table in use with a newer one. */
	use: (table: EolTable) => void;
	/** Called once a day while the dates are old, starting a day after the start, and when a refreshed table cannot be used. */
	warn: (text: string) => void;
};

const DAY_MS = 86_400_000;

/** For operators: how old the dates are and what to do; undefined while they are recent enough. */
export function oldTableText(now: Date): string | undefined {
	return isOldTable(eolTable, now)
		? `The end-of-life dates are as of ${eolTable.snapshot}, more than 90 days ago. npm run refresh-eol gets newer ones.`
		: undefined;
}

/** Uses a refreshed table as soon as there is one, unless this release has a newer one. */
export async function watchEolTable({
	varDir,
	everyMs,
	now,
	use,
	warn,
}: WatchEolTableDeps): Promise<{ stop(): Promise<void> }> {
	const file = refreshedTableFile(varDir);
	let seen = 0;
	// The text that the server prints at its start has said it for today.
	let warned = now().getTime();
	const look = async () => {
		const changed = await stat(file).then(
			({ mtimeMs }) => mtimeMs,
			() => 0,
		);
		if (changed !== 0 && changed !== seen) {
			seen = changed;
			try {
				const table = readEolTable(await readFile(file, "utf8"));
				if (table.snapshot > eolTable.snapshot) use(table);
			} catch {
				warn(`${file} is not a table of end-of-life dates, so those as of ${eolTable.snapshot} stay in use.`);
			}
		}
		const old = oldTableText(now());
		if (old === undefined || now().getTime() - warned < DAY_MS) return;
		warned = now().getTime();
		warn(old);
	};
	return every(everyMs, look, (error) => warn(`The end-of-life dates could not be looked at: ${error}`));
}
