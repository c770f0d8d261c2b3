import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { readSheet, readStrings } from "#server/platform/files/xlsx/read-xlsx.ts";
import { partsOf } from "./questionnaires/check-package.ts";
import { scratchFolder } from "./scratch-folder.ts";

/** Only stops one that hangs: the first start of a new profile takes several seconds. */
const LIMIT_MS = 180_000;
const MOST_ROWS = 10_000;

/** With its default settings, LibreOffice keeps the results that a workbook was saved with. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** LibreOffice on this machine; undefined if there is none (`node scripts/install-libreoffice.ts`). */
export function findLibreOffice(): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const candidates = folders.flatMap((folder) => ["soffice", "libreoffice"].map((name) => join(folder, name)));
	return candidates.find((path) => existsSync(path));
}

/** The values of a workbook's cells after LibreOffice has opened, computed and saved it, by sheet, from 1, and row, from 1. */
export type Recalculated = (sheet: number, row: number) => string[];

/** Opens an XLSX file in LibreOffice, in a profile of its own, as a customer would. */
export async function recalculate(program: string, file: Buffer): Promise<Recalculated> {
	const folder = await scratchFolder("libreoffice");
	const [given, saved] = [join(folder, "given.xlsx"), join(folder, "saved")];
	await writeFile(given, file);
	const profile = join(folder, "profile");
	await mkdir(join(profile, "user"), { recursive: true });
	await writeFile(join(profile, "user", "registrymodifications.xcu"), ALWAYS_RECALCULATE);
	// A group of its own, because the program that we start is a script that starts others.
	const converting = spawn(
		program,
		[
			"--headless",
			"--norestore",
			`-env:UserInstallation=${pathToFileURL(profile)}`,
			"--convert-to",
			"xlsx",
			"--outdir",
			saved,
			given,
		],
		{ detached: true, stdio: "ignore", env: { ...process.env, HOME: folder } },
	);
	const limit = setTimeout(() => converting.pid && process.kill(-converting.pid, "SIGKILL"), LIMIT_MS);
	const [code] = await once(converting, "exit");
	clearTimeout(limit);
	if (code !== 0) throw new Error(`LibreOffice ended with ${code}`);
	const parts = partsOf(await readFile(join(saved, "given.xlsx")));
	const strings = readStrings(parts["xl/sharedStrings.xml"] ?? Buffer.alloc(0));
	return (sheet, row) => {
		const xml = parts[`xl/worksheets/sheet${sheet}.xml`];
		if (!xml) throw new Error(`It has no sheet ${sheet}`);
		return (readSheet(xml, strings, MOST_ROWS).rows.find(({ no }) => no === row)?.cells ?? []).map(({ text }) => text);
	};
}
