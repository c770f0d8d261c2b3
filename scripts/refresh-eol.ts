// Updates the end-of-life dates from the public API of endoflife.date: `npm run refresh-eol`. Servers with this VAR_DIR use
// them within minutes. Before a release, `-- --release` updates the table packaged with the product instead. If any response is
// unexpected, nothing changes. EOL_API sets another address for the same API.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readConfig } from "../server/platform/settings/config.ts";
import { refreshedTableFile } from "../server/scanning/software/jobs/watch-eol-table.ts";
import { type EolTable, readEolTable } from "../server/scanning/software/table.ts";
import { RefreshError, refreshTable } from "./eol/refresh.ts";

const TIMEOUT_MS = 20_000;
const packaged = join(import.meta.dirname, "..", "server", "scanning", "software", "table.json");
const api = process.env.EOL_API || "https://endoflife.date/api/v1";
const isRelease = process.argv.includes("--release");
const file = isRelease ? packaged : refreshedTableFile(readConfig(process.env).VAR_DIR);

// Always the products of the packaged table, because those are what this release can recognize.
const table = readEolTable(await readFile(packaged, "utf8"));
try {
	const refreshed = await refreshTable({ table, api, fetch, now: new Date(), timeoutMs: TIMEOUT_MS });
	await replace(file, refreshed);
	console.log(`${file}: ${Object.keys(refreshed.products).length} products as of ${refreshed.snapshot}.`);
	if (isRelease) console.log("Now run npm run format.");
} catch (error) {
	if (!(error instanceof RefreshError)) throw error;
	console.error(`${error.message}\nNothing was changed. Please try again later.`);
	process.exit(1);
}

async function replace(path: string, next: EolTable): Promise<void> {
	const text = `${JSON.stringify(next, null, "\t")}\n`;
	// Make sure the server will be able to read it.
	readEolTable(text);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(`${path}.new`, text);
	await rename(`${path}.new`, path);
}
