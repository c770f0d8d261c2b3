// Sends files over a line that breaks after every 3 MB, with our outbox, with tus-js-client and as forms. Also measures what storing a
// photograph costs, and memory while many wait. Prints the table and, for a whole run, writes it to docs/BENCHMARKS.md. A lost file or a
// duplicated entry ends with exit code 1; timing never does.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import pg from "pg";
import { ensureChromium } from "../../../scripts/browser.ts";
import { createPerson } from "../../support/workspaces/fill-workspace.ts";
import { buildScript } from "../build-script.ts";
import { machine, startProduct } from "../server/product.ts";
import { writeSection } from "../write-section.ts";
import { startCuttingLine } from "./cutting-line.ts";
import { startFormServer } from "./form-server.ts";

const WHOLE = 100;
/** Set a lower number while developing; then nothing is written. */
const files = Number(process.env.BENCH_FILES ?? WHOLE);
const MB = 1_000_000;
const SIZE = 2 * MB;
const CUT_AFTER = 3 * MB;
const PHOTO = 5 * MB;
const FORM = { files: 5, attempts: 4 };

type Calls = {
	enqueue(account: string, count: number, size: number): Promise<number[]>;
	put(count: number, size: number): Promise<number[]>;
	drain(): Promise<number>;
	tus(account: string, count: number, size: number): Promise<number>;
	forms(entries: number, files: number, size: number, attempts: number): Promise<void>;
};

const product = await startProduct();
const pool = new pg.Pool({ connectionString: product.databaseUrl });
const script = await buildScript("files/page");
const profile = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const context = await chromium.launchPersistentContext(profile, {
	executablePath: ensureChromium(),
	bypassCSP: true,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
});

let devices = 0;

/** A page behind its own line. `port`: where that leads; if left out, to its own server, signed in to its own account. */
async function device(cutAfter: number, port?: number) {
	devices += 1;
	// Each at its own address: cookies ignore ports.
	const line = await startCuttingLine(`127.0.0.${devices}`, cutAfter);
	const person = await createPerson(pool, "bench", "x");
	if (port === undefined) {
		const api = await product.start("api", { PUBLIC_URL: line.url, EVIDENCE_QUOTA_MB: "100000" });
		line.leadTo(Number(/listening on 127\.0\.0\.1:(\d+)/.exec(api.output())?.[1]));
	} else line.leadTo(port);
	await context.addCookies([{ name: "session", value: person.token, url: line.url }]);
	const page = await context.newPage();
	await page.goto(`${line.url}/scanner-info`);
	await page.evaluate(script);
	const call = <N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>) =>
		page.evaluate(
			([what, given]) => (window as unknown as Record<string, (...all: unknown[]) => unknown>)[what]?.(...given),
			[name, args] as const,
		) as ReturnType<Calls[N]>;
	return { line, page, call, account: person.accountId };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const payload = files * SIZE;

const ours = await device(CUT_AFTER);
const cdp = await context.newCDPSession(ours.page);
await cdp.send("Performance.enable");
async function heap(): Promise<number> {
	await cdp.send("HeapProfiler.collectGarbage");
	const { metrics } = await cdp.send("Performance.getMetrics");
	return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
}
const photo = await device(Number.MAX_SAFE_INTEGER);
// The first ones warm the browser up.
await photo.call("put", 3, PHOTO);
const bare = await photo.call("put", 9, PHOTO);
const stored = await photo.call("enqueue", photo.account, 9, PHOTO);
const before = await heap();
await ours.call("enqueue", ours.account, files, SIZE);
const waiting = await heap();
console.log("stored");
const began = ours.line.sent();
const accepted = await ours.call("drain");
const oursSent = ours.line.sent() - began;
console.log("outbox: done");

const theirs = await device(CUT_AFTER);
const tusBegan = theirs.line.sent();
const arrived = await theirs.call("tus", theirs.account, files, SIZE);
const tusSent = theirs.line.sent() - tusBegan;
console.log("tus-js-client: done");

const formServer = await startFormServer();
const form = await device(CUT_AFTER, formServer.port);
const entries = Math.max(1, Math.round(files / FORM.files));
await form.call("forms", entries, FORM.files, SIZE, FORM.attempts);
const formSent = form.line.sent();
console.log("forms: done");

const { rows } = await pool.query<{ evidence: number; files: number }>(
	`SELECT (SELECT count(*) FROM evidence WHERE workspace_id = $1) AS evidence,
	   (SELECT count(*) FROM files WHERE workspace_id = $1) AS files`,
	[ours.account],
);
const kept = rows[0] ?? { evidence: 0, files: 0 };
const version = context.browser()?.version() ?? "of unknown version";
await context.close();
await Promise.all([ours, photo, theirs, form].map(({ line }) => line.close()));
formServer.close();
await pool.end();
await product.close();
await rm(profile, { recursive: true, force: true });

const times = (sent: number) => `${(sent / payload).toFixed(3)} ×`;
const text = `## Files over a line that breaks

${files} files of 2 MB, in a page, over a line that breaks after every 3 MB (\`npm run bench:files\`).

| | bytes sent, of the payload | arrived |
| --- | --: | --: |
| outbox | ${times(oursSent)} (goal: at most 1.05) | ${kept.files} of ${files} files, ${accepted} of ${files} entries |
| tus-js-client 4.3.1 in a page | ${times(tusSent)} | ${arrived} of ${files} files |
| one form for each entry of ${FORM.files} files, tried ${FORM.attempts} times | ${times(formSent)} | ${formServer.whole()} of ${entries} entries |

Storing an entry with a photograph of 5 MB: ${median(stored).toFixed(0)} ms (median of 9), ${(median(stored) / median(bare)).toFixed(2)} times a bare IndexedDB write of the same bytes with the same durability.
The page's JavaScript heap: ${(before / MB).toFixed(1)} MB before, ${(waiting / MB).toFixed(1)} MB while ${Math.round(payload / MB)} MB wait.

- Machine: ${machine()}, Chromium ${version}. What a break costs depends on how much was under way; bytes count heads of requests, too.`;
console.log(`\n${text}`);
if (files === WHOLE) await writeSection("docs/BENCHMARKS.md", "files", text);

const isWrong = accepted !== files || kept.files !== files || kept.evidence !== files;
if (isWrong) console.error("The outbox has lost or doubled something.");
process.exit(isWrong ? 1 : 0);
