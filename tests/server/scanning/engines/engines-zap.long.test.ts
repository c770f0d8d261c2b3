import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/platform/settings/config.ts";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { inJobFolder } from "#server/scanning/engines/shared/process/job-folder.ts";
import { createZapEngine } from "#server/scanning/engines/zap/zap.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";
import { startNotingSite } from "#tests/support/engines/noting-site.ts";
import { freePort, freePorts } from "#tests/support/free-ports.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { isAlive } from "../../../support/engines/is-alive.ts";
import { runEngine } from "../../../support/engines/run-engine.ts";
import { shellTool } from "../../../support/engines/shell-tool.ts";
import { until } from "../../../support/until.ts";

const [httpPort, httpsPort] = await freePorts();
const practice = await startPractice({ httpPort, httpsPort });
afterAll(practice.close);
const folder = await scratchFolder("zap");
const FAKE = join(import.meta.dirname, "../../../fixtures/engines/fake-zap.mjs");
const userAgent = "Plumbline-Scanner/1.0";

const program = (name: string, script: string) => shellTool(folder, name, script);

const fake = async (mode: string, timeLimitMs = 60_000) =>
	createZapEngine({
		path: await program(`zap-${mode}.sh`, `exec "${process.execPath}" "${FAKE}" ${mode} "$@"`),
		userAgent,
		timeLimitMs,
	});

const run = (engine: ReturnType<typeof createZapEngine>, given: Partial<RunContext<"zap">> = {}, port = httpPort) =>
	runEngine(engine, {
		target: checkedTarget({ port, listed: true }),
		body: { url: `http://localhost:${port}`, email: "a@example.org" },
		...given,
	});

/** The folder of a run that goes on until the test ends. */
function startJob(): Promise<string> {
	const [begun, over] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
	const job = inJobFolder((own) => {
		begun.resolve(own);
		return over.promise;
	});
	onTestFinished(() => {
		over.resolve();
		return job;
	});
	return begun.promise;
}

test("zap runs a plan through our proxy, which lets it reach only the target", async () => {
	const { result, steps, percents, rules } = await run(await fake("good"));
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109", "zap-40012", "zap-40018"]);
	expect(steps).toEqual([
		"Starting ZAP",
		"Following links",
		"Looking at the answers",
		"Writing down what the pages showed",
		"Trying for faults",
		"Looking at the last answers",
		"Writing the report",
	]);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	const asked = { what: `GET http://localhost:${httpPort}/`, address: "127.0.0.1", outcome: "200" };
	expect(result.sent).toMatchObject([asked, asked]);
	expect(result.raw?.map(({ name }) => name)).toEqual(["zap.json"]);
	// Warnings alone are not a failure, and a lack of memory does not end ZAP.
	for (const mode of ["warns", "short-of-memory"])
		expect((await run(await fake(mode))).result, mode).toMatchObject({ status: "completed", coverage: "full" });
});

test("a zap of our own keeps all places of each rule up to fifty; one with more is one finding, the same each time, and that is said", async () => {
	const placesOf = async (mode: string) => {
		const { result } = await run(await fake(mode));
		const findings = result.status === "completed" ? result.findings : [];
		return {
			coverage: "coverage" in result && result.coverage,
			places: new Set(findings.map(({ fingerprint }) => fingerprint)),
			examples: findings.filter(({ places }) => places === "examples").length,
			parts: result.parts,
		};
	};
	const [once, again] = [await placesOf("pages"), await placesOf("pages")];
	// One of its rules is about the whole site.
	expect([once.coverage, once.places.size, once.examples]).toEqual(["full", 40, 1]);
	expect(again.places).toEqual(once.places);
	const [many, more] = [await placesOf("many-pages"), await placesOf("many-pages")];
	expect([many.places.size, many.examples]).toEqual([6, 4]);
	expect(more.places).toEqual(many.places);
	expect(many.parts.at(-1)).toMatchObject({
		part: "places",
		reason: expect.stringMatching(
			/^Of 4 problems, only examples are listed\. More places may have them: .*;.*;.*;.*\.$/,
		),
	});
}, 30_000);

test("the crawl and the active part say who sends them, and pose as no one else", async () => {
	const site = await startNotingSite();
	await run(await fake("good"), {}, site.port);
	expect(site.userAgents).toEqual([userAgent, userAgent]);
});

test("what the crawl saw is kept if the active part fails or runs out of its own time or the scan's", async () => {
	const cases = [
		["breaks", "ZAP ended before it had tried everything"],
		["ends-early", "ZAP ended before it had tried everything"],
		["half", "ZAP ended before it had tried everything"],
		["errs", "ZAP reported errors of its own."],
		["hangs", "ZAP was ended when its time was over"],
	] as const;
	// The one that hangs is ended by its time limit, ten seconds of which are spare: the crawl has to be over by then.
	const ran = cases.map(async ([mode]) => run(await fake(mode, mode === "hangs" ? 20_000 : 60_000)));
	for (const [index, { result, rules }] of (await Promise.all(ran)).entries()) {
		expect(result, cases[index]?.[0]).toMatchObject({ status: "completed", coverage: "partial" });
		expect(result.parts).toMatchObject([
			{ part: "pages", status: "evaluated" },
			{ part: "attacks", status: "not-evaluated", reason: expect.stringContaining(cases[index]?.[1] ?? "") },
		]);
		expect(rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109"]);
	}
	// An error during the crawl ends the plan, except for the last report.
	const { result } = await run(await fake("stumbles"));
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(result.parts).toMatchObject([
		{ part: "pages", reason: expect.stringContaining("ZAP ended before it had looked at every page") },
		{ part: "attacks", reason: expect.stringContaining("ZAP reported errors of its own.") },
	]);
	const limit = new AbortController();
	const onProgress = (_: number, step: string) => {
		if (step === "Trying for faults") limit.abort(new DOMException("The scan's time is over", "TimeoutError"));
	};
	const ended = await run(await fake("hangs"), { signal: limit.signal, onProgress });
	expect(ended.result).toMatchObject({ coverage: "partial" });
	const slow = await run(await fake("slow"));
	expect(slow.result).toMatchObject({ coverage: "partial" });
	expect(slow.rules).toContain("zap-40012");
});

test("after a crash, a second attempt neither moves progress back nor uses the first one's report", async () => {
	const { result, steps, percents } = await run(await fake("crashes-once"));
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(steps).toEqual([
		"Starting ZAP",
		"Following links",
		"Looking at the answers",
		"Writing down what the pages showed",
		"Trying for faults",
		"Looking at the last answers",
		"Writing the report",
	]);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	const late = await run(await fake("crashes-late"));
	expect(late.result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(late.rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109"]);
}, 20_000);

test("a report that is cut off, too large or of a scan that got no answer is a failure, and so are two crashes", async () => {
	expect((await run(await fake("truncated"))).result).toMatchObject({
		status: "failed",
		reason: { code: "internal", message: expect.stringContaining("not whole JSON") },
	});
	expect((await run(await fake("huge"))).result).toMatchObject({
		reason: { message: "ZAP wrote more than we read, so its results were not kept." },
	});
	expect((await run(await fake("crashes"))).result).toMatchObject({
		reason: { message: expect.stringContaining("ZAP crashed twice (SIGSEGV)") },
	});
	expect((await run(await fake("short"))).result).toMatchObject({
		reason: { message: expect.stringContaining("Its report does not include the site that was scanned.") },
	});
	expect((await run(await fake("idle"))).result).toMatchObject({ status: "failed", reason: { code: "unreachable" } });
	expect((await run(await fake("good"), {}, 1)).result).toMatchObject({ reason: { code: "unreachable" } });
});

test("zap gets a free port of its own, and another one if that is taken before zap has it", async () => {
	const taken = await freePort();
	const other = createServer().listen(taken, "127.0.0.1");
	await once(other, "listening");
	onTestFinished(() => void other.close());
	const path = await program("zap-port.sh", `FAKE_ZAP_PORT=${taken} exec "${process.execPath}" "${FAKE}" good "$@"`);
	const beside = await run(createZapEngine({ path, userAgent, timeLimitMs: 60_000 }));
	expect(beside.result).toMatchObject({ status: "completed", coverage: "full" });
	expect((await run(await fake("beaten-once"))).result).toMatchObject({ status: "completed", coverage: "full" });
	const calls = join(folder, "beaten-calls");
	const beaten = await program(
		"zap-beaten.sh",
		`case "$*" in *-version*) ;; *) echo "$*" >> "${calls}" ;; esac; exec "${process.execPath}" "${FAKE}" beaten "$@"`,
	);
	expect((await run(createZapEngine({ path: beaten, userAgent, timeLimitMs: 60_000 }))).result).toMatchObject({
		status: "failed",
		reason: {
			code: "internal",
			message: expect.stringContaining("Failed to start the main proxy: java.net.BindException"),
		},
	});
	const ports = (await readFile(calls, "utf8")).match(/(?<= -host 127\.0\.0\.1 -port )\d+/g);
	expect(ports).toHaveLength(3);
	expect(new Set(ports).size).toBe(3);
});

test("a cancelled zap leaves no process behind, and finds nothing", async () => {
	const cancel = new AbortController();
	const onProgress = (_: number, step: string) => {
		if (step !== "Trying for faults") return;
		// Its child starts just after the line; whatever has started by then, and later, has to end too.
		setTimeout(() => {
			cancel.abort();
		}, 500);
	};
	const pids = join(folder, "pids");
	const path = await program("zap-counted.sh", `echo $$ >> "${pids}"\nexec "${process.execPath}" "${FAKE}" hangs "$@"`);
	const engine = createZapEngine({ path, userAgent, timeLimitMs: 60_000 });
	const { result } = await run(engine, { signal: cancel.signal, onProgress });
	expect(result).toMatchObject({ status: "failed", reason: { code: "cancelled" } });
	const group = Number((await readFile(pids, "utf8")).trim().split("\n").at(-1));
	// A killed process stays in the table until its new parent has collected it.
	await until(async () => !isAlive(-group), "its processes are gone");
});

test("zap in a container gets the run's folder and nothing else, and is removed when it is stopped or its worker was killed", async () => {
	const [calls, listed] = [join(folder, "calls"), join(folder, "listed")];
	const isThere = await startJob();
	// What worker processes that were killed have left, what one is using, and another machine's, by a shared engine.
	const gone = join(tmpdir(), "plumbline-scan-gone", "job");
	await writeFile(listed, `a1 ${gone}\nb2 ${isThere}\nc3 /elsewhere/plumbline-scan-a/job\n`);
	// Runs in place what it was asked to run inside, with the mounted folder's own path.
	const script = `
echo "$*" >> "${calls}"
[ "$1" = rm ] && exit 0
[ "$1" = ps ] && exec cat "${listed}"
for a in "$@"; do case "$a" in --volume=*) v="\${a#--volume=}"; seen="\${v%%:*}";; esac; done
while [ "$1" != zap.sh ]; do shift; done; shift
case "$*" in *-version*) echo 2.17.0; exit 0;; esac
sed -i "s#\\"/job\\"#\\"$seen\\"#g" "$seen/plan.yaml"
exec "${process.execPath}" "${FAKE}" hangs -autorun "$seen/plan.yaml"`;
	await program("docker", script);
	const before = process.env.PATH;
	process.env.PATH = `${folder}:${before}`;
	try {
		const engine = createZapEngine({ image: "registry.example/zap:stable", userAgent, timeLimitMs: 13_000 });
		expect(await engine.detect()).toEqual({ available: true, version: "2.17.0" });
		const { result } = await run(engine);
		expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	} finally {
		process.env.PATH = before;
	}
	const [asked = "", list, left, , , started = "", removed = ""] = (await readFile(calls, "utf8")).trim().split("\n");
	expect(asked).toMatch(/^run --rm .* --label=plumbline\.folder=\S+\/job --network=none /);
	expect(list).toBe('ps --all --filter=label=plumbline.folder --format={{.ID}} {{.Label "plumbline.folder"}}');
	expect(left).toBe("rm --force a1");
	expect(started).toMatch(
		/^run --rm --init --pull=never --label=plumbline\.folder=(\S+) --name=plumbline-zap-.* --volume=\1:/,
	);
	expect(started).toContain("--cap-drop=ALL --security-opt=no-new-privileges");
	expect(started).toMatch(
		/--volume=\S+:\/job:rw --env=HOME=\/job registry\.example\/zap:stable zap\.sh -Xmx1024m -cmd .* -config insights\.exitAuto=false -config alert\.systemicLimit=0 -config oast\.callback\.localaddr=127\.0\.0\.1 /,
	);
	expect(started.match(/--volume/g)).toHaveLength(1);
	expect(removed).toBe(`rm --force ${/--name=(\S+)/.exec(started)?.[1]}`);
});

test("a zap that is too old or missing is not available, with a reason", async () => {
	expect(await (await fake("old")).detect()).toMatchObject({
		available: false,
		reason: expect.stringContaining("zap.sh 2.15.0 is there, but too old: 2.16 or later is needed."),
	});
	const nowhere = createZapEngine({ path: join(folder, "nowhere"), userAgent, timeLimitMs: 60_000 });
	expect(await nowhere.detect()).toMatchObject({
		available: false,
		reason: expect.stringContaining("ZAP_PATH does not name a program"),
	});
});

test("zap may take two minutes to say its version, unless the process ends meanwhile", async () => {
	const [asked, go] = [join(folder, "asked"), join(folder, "go")];
	const path = await program(
		"zap-slow.sh",
		`echo >> "${asked}"; while [ ! -e "${go}" ]; do sleep 0.05; done; echo 2.17.0`,
	);
	const engine = createZapEngine({ path, userAgent, timeLimitMs: 60_000 });
	const later = setTimeout;
	const isAsked = async (lines: string) => {
		while ((await readFile(asked, "utf8").catch(() => "")) !== lines)
			await new Promise((resolve) => later(resolve, 20));
	};
	const end = new AbortController();
	const ended = engine.detect(end.signal);
	await isAsked("\n");
	end.abort();
	expect(await ended).toMatchObject({ available: false });
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const detected = engine.detect();
	await isAsked("\n\n");
	vi.advanceTimersByTime(110_000);
	await writeFile(go, "");
	expect(await detected).toEqual({ available: true, version: "2.17.0" });
});

const { ZAP_API_KEY, ZAP_IMAGE, ZAP_PATH, ZAP_URL, VAR_DIR } = readConfig(process.env);
const real = createZapEngine({
	url: ZAP_URL,
	apiKey: ZAP_API_KEY,
	path: ZAP_PATH,
	image: ZAP_IMAGE,
	toolsFolder: join(VAR_DIR, "tools"),
	userAgent,
	timeLimitMs: 600_000,
});
const hasZap = (await real.detect()).available;

test.skipIf(!hasZap)(
	"the real zap finds at least five kinds of faults in the practice target",
	async () => {
		const { result, rules } = await run(real);
		expect(result.status).toBe("completed");
		expect(rules.length).toBeGreaterThanOrEqual(5);
		expect(rules).toEqual(
			expect.arrayContaining(["zap-20019-1", "zap-40012", "zap-40018", "zap-6-5", "zap-90020", "zap-10038-1"]),
		);
	},
	700_000,
);
