import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { createSslyzeEngine } from "#server/scanning/engines/sslyze/sslyze.ts";
import { runEngine } from "#tests/support/engines/run-engine.ts";
import { shellTool } from "#tests/support/engines/shell-tool.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("sslyze");
const RECORDED = join(import.meta.dirname, "../../../../../fixtures/engines/sslyze-6.3.1-practice.json");
const recorded = await readFile(RECORDED, "utf8");
let made = 0;

/** An sslyze that does what the script says; `$report` is where its report has to go, `$target` the line it was given. */
async function engine(script: string, version = "6.3.1") {
	const path = await shellTool(
		folder,
		`sslyze-${made++}`,
		`[ "$1" = --help ] && { echo "SSLyze version ${version}"; exit 0; }
for a in "$@"; do case "$a" in --json_out=*) report="\${a#--json_out=}";; --targets_in=*) target=$(cat "\${a#--targets_in=}");; esac; done
${script}`,
	);
	return createSslyzeEngine({ path });
}

type Given = Partial<RunContext<"sslyze">> & { ports?: [number, ...number[]] };
const run = async (script: string, given: Given = { ports: [443] }) =>
	runEngine(await engine(script), { body: { target: "localhost" }, ...given });

async function file(text: string): Promise<string> {
	const path = join(folder, `report-${made++}.json`);
	await writeFile(path, text);
	return path;
}

test("each port is looked at by itself: one that fails is a part not evaluated, and does not affect the others", async () => {
	const script = `echo "$target" | grep -q ':8443{127.0.0.1}' && { echo 'No such luck' >&2; exit 1; }\ncp ${RECORDED} "$report"`;
	const { result, rules, percents } = await run(script, { ports: [443, 80, 8443, 993] });
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	const missed = result.parts.filter(({ status }) => status !== "evaluated");
	expect(missed).toMatchObject([
		{ part: "tls-8443", reason: expect.stringContaining("Its last output: No such luck") },
	]);
	expect(result.parts.map(({ part }) => part)).toEqual(expect.arrayContaining(["heartbleed-443", "heartbleed-993"]));
	expect(rules).toContain("certificate-expired");
	expect(percents).toEqual([5, 35, 65]);
	expect(result.sent.map(({ what }) => / for (\S+)$/.exec(what)?.[1])).toEqual(
		[443, 8443, 993].map((port) => `localhost:${port}{127.0.0.1}`),
	);
});

test("progress follows what sslyze says about each port, and never falls", async () => {
	const said = [
		" CHECKING CONNECTIVITY TO SERVER(S)",
		"   localhost:443             => 127.0.0.1 ",
		" SCAN RESULTS FOR LOCALHOST:443 - 127.0.0.1",
		// It may have crashed after that and started again.
		"   localhost:443             => 127.0.0.1 ",
	];
	const { percents, steps } = await run(
		`printf '%s\\n' ${said.map((line) => `'${line}'`).join(" ")}; cp ${RECORDED} "$report"`,
	);
	expect(steps).toEqual([
		"TLS on port 443",
		"Versions, ciphers and known attacks, port 443",
		"Reading what was found, port 443",
	]);
	expect(percents).toEqual([5, 23, 86]);
});

test("a report that a crashed first attempt left is not taken for that of the second one", async () => {
	const mark = join(folder, "crashed-once");
	const { result } = await run(`[ -e ${mark} ] && exit 0; touch ${mark}; cp ${RECORDED} "$report"; kill -SEGV $$`);
	expect(result).toMatchObject({ status: "failed", reason: { message: expect.stringContaining("wrote no report") } });
});

test.each([
	["is cut off", `head -c 9000 ${RECORDED} > "$report"`, "not JSON"],
	["is empty", ': > "$report"', "wrote no report"],
	[
		"is of another encoding",
		`cp ${await file(Buffer.from(recorded, "utf16le").toString("latin1"))} "$report"`,
		"not JSON",
	],
	["is larger than what we read", 'head -c 9000000 /dev/zero > "$report"', "wrote more than we read"],
	["nests deeply", `cp ${await file("[".repeat(100_000))} "$report"`, "not JSON"],
	["is not there after two crashes", "kill -SEGV $$", "crashed twice (SIGSEGV)"],
])("a report that %s is a failure, and never a target without findings", async (_what, script, why) => {
	const { result } = await run(script);
	expect(result).toMatchObject({
		status: "failed",
		reason: { code: "internal", message: expect.stringContaining(why) },
	});
});

test("a certificate that cannot be read is reported, and everything else is kept", async () => {
	const odd = await file(recorded.replaceAll(/-----BEGIN CERTIFICATE-----\\n.{60}/g, "-----BEGIN CERTIFICATE-----\\n"));
	const { result, rules } = await run(`cp ${odd} "$report"`);
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(result.parts.filter(({ status }) => status !== "evaluated")).toMatchObject([
		{ part: "certificate_info-443", reason: expect.stringContaining("not well formed") },
	]);
	expect(rules).toContain("tls-old-protocol");
	expect(rules.filter((rule) => rule.startsWith("certificate-"))).toEqual([]);
});

test("a report as large as any that is read is judged in one line for each fault", async () => {
	const report = JSON.parse(recorded);
	const suites = report.server_scan_results[0].scan_result.tls_1_2_cipher_suites.result;
	const [one] = suites.accepted_cipher_suites;
	suites.accepted_cipher_suites = Array.from({ length: 20_000 }, (_, index) => ({
		...one,
		cipher_suite: { name: `TLS_RSA_\u202e\n${index}`, key_size: 40, is_anonymous: true },
	}));
	const { result } = await run(`cp ${await file(JSON.stringify(report))} "$report"`);
	const findings = result.status === "completed" ? result.findings : expect.fail("it completed");
	expect(findings.length).toBeLessThan(30);
	for (const { text } of findings.flatMap(({ evidence }) => evidence)) {
		expect(text.length).toBeLessThanOrEqual(500);
		expect(text).not.toMatch(/[\n\u202e]/);
	}
});

test("an sslyze that does not know all of our options is too old, and says so", async () => {
	const old = await engine("exit 0", "6.0.0");
	expect(await old.detect()).toMatchObject({ available: false, reason: expect.stringContaining("too old: 6.1") });
	expect(await (await engine("exit 0")).detect()).toEqual({ available: true, version: "6.3.1" });
});
