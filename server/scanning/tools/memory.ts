import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { TOOL_KINDS, type ToolKind } from "#contract/kinds/kinds.ts";

const day = z.iso.datetime();
const record = z.discriminatedUnion("status", [
	/** Started but never finished: the process was killed in between. */
	z.object({ status: z.literal("started"), pin: z.string(), at: day, tries: z.int() }),
	z.object({ status: z.literal("installed"), pin: z.string(), at: day, version: z.string() }),
	z.object({
		status: z.literal("failed"),
		pin: z.string(),
		at: day,
		why: z.string(),
		tries: z.int(),
		/** Not retried automatically before this time. */
		notBefore: day,
	}),
]);
/** The result of the last installation of one tool. */
export type InstallRecord = z.infer<typeof record>;

const records = z.partialRecord(z.enum(TOOL_KINDS), record);
type Records = Partial<Record<ToolKind, InstallRecord>>;

const FIRST_WAIT_MS = 15 * 60_000;
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** What was installed, what failed and when, in a file that survives restarts. */
export type Memory = {
	read(): Promise<Records>;
	write(kind: ToolKind, record: InstallRecord): Promise<void>;
};

export function openMemory(file: string): Memory {
	const read = async (): Promise<Records> => {
		try {
			return records.parse(JSON.parse(await readFile(file, "utf8")));
		} catch {
			// Nothing has been installed yet, or the file is broken; either way, everything is tried again.
			return {};
		}
	};
	return {
		read,
		async write(kind, next) {
			await mkdir(dirname(file), { recursive: true });
			await writeFile(`${file}.new`, `${JSON.stringify({ ...(await read()), [kind]: next }, null, "\t")}\n`);
			await rename(`${file}.new`, file);
		},
	};
}

const triesOf = (known: InstallRecord | undefined, pin: string): number =>
	known && known.pin === pin && known.status !== "installed" ? known.tries : 0;

export const started = (known: InstallRecord | undefined, pin: string, now: Date): InstallRecord => ({
	status: "started",
	pin,
	at: now.toISOString(),
	tries: triesOf(known, pin),
});

/** The wait doubles with each failure, up to a day. */
export function failed(known: InstallRecord | undefined, pin: string, why: string, now: Date): InstallRecord {
	const tries = triesOf(known, pin) + 1;
	const wait = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
	const notBefore = new Date(now.getTime() + wait).toISOString();
	return { status: "failed", pin, at: now.toISOString(), why, tries, notBefore };
}

/** Why it is too early for another try; undefined if it is not. */
export function waitsFor(
	known: InstallRecord | undefined,
	pin: string,
	now: Date,
): { why: string; until: Date } | undefined {
	if (known?.status !== "failed" || known.pin !== pin) return undefined;
	const until = new Date(known.notBefore);
	return until > now ? { why: known.why, until } : undefined;
}
