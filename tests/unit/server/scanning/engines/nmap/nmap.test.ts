import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { createNmapEngine } from "#server/scanning/engines/nmap/nmap.ts";
import { runEngine } from "#tests/support/engines/run-engine.ts";
import { shellTool } from "#tests/support/engines/shell-tool.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("nmap");
const document = (inner: string) =>
	`<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun>${inner}<runstats><finished exit="success"/></runstats></nmaprun>`;
const port = (number: number, service: string) =>
	`<port protocol="tcp" portid="${number}"><state state="open"/>${service}</port>`;
const hostWith = (...ports: string[]) => document(`<host><ports>${ports.join("")}</ports></host>`);

const GUESSED = [
	port(80, '<service name="http" method="table"/>'),
	port(3306, '<service name="mysql" method="table"/>'),
];
const NGINX = port(
	80,
	'<service name="http" product="nginx" version="1.14.0" method="probed"><cpe>cpe:/a:igor_sysoev:nginx:1.14.0</cpe></service>',
);
const OPEN = hostWith(...GUESSED);

let made = 0;

/** An nmap with these two outputs: when it looks for ports, and when it asks for versions. */
async function engine(ports: string, versions: string) {
	const path = await shellTool(
		folder,
		`nmap-${made++}`,
		`case "$*" in --version) echo "Nmap version 7.93 ( https://nmap.org )";; *-sV*) ${versions};; *) ${ports};; esac`,
	);
	const guard = { check: () => expect.fail("only a listed host's ports are checked one by one") };
	return createNmapEngine({ guard, path });
}

async function says(xml: string): Promise<string> {
	const path = join(folder, `said-${made++}.xml`);
	await writeFile(path, xml);
	return `cat ${path}`;
}

const body = { host: "localhost" };
const run = async (ports: string, versions: string, given: Partial<RunContext<"nmap">> = {}) =>
	runEngine(await engine(ports, versions), { body, ...given });

test("an open port that gives no version stays in the report as open, and the scan is partial and names the port", async () => {
	const { result, rules } = await run(await says(OPEN), await says(hostWith(NGINX)));
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(result.parts).toMatchObject([
		{ part: "ports", status: "evaluated" },
		{ part: "versions", status: "not-evaluated", reason: expect.stringMatching(/no answer .*: 3306\.$/) },
	]);
	expect(rules).toEqual(["database-exposed", "software-end-of-life"]);
	const both = hostWith(NGINX, port(3306, '<service name="mysql" product="MySQL" version="8.4.3" method="probed"/>'));
	expect((await run(await says(OPEN), await says(both))).result).toMatchObject({ coverage: "full" });
});

test.each([
	["gives the host up", await says(document('<host timedout="true"/>')), "too slowly"],
	["ends early", await says(OPEN.slice(0, -60)), "without a result"],
	["crashes", "kill -SEGV $$", "crashed twice (SIGSEGV)"],
	["ends with an error", "echo 'QUITTING!' >&2; exit 1", "Its last output: QUITTING!"],
	["writes without end", "cat /dev/zero", "wrote more than we read"],
])(
	"when nmap %s while it asks for versions, the open ports are kept and the report says why",
	async (_what, script, why) => {
		const { result, rules } = await run(await says(OPEN), script);
		expect(result).toMatchObject({ status: "completed", coverage: "partial" });
		expect(result.parts[1]).toMatchObject({ status: "not-evaluated", reason: expect.stringContaining(why) });
		expect(rules).toEqual(["database-exposed"]);
	},
);

test("when the scan's time is over the open ports are kept; when it is cancelled nothing is", async () => {
	const open = await says(OPEN);
	const whileAsking = async (why: Error) => {
		const stop = new AbortController();
		const onProgress = (_: number, step: string) => step.startsWith("Asking") && stop.abort(why);
		return (await run(open, "sleep 60", { signal: stop.signal, onProgress })).result;
	};
	const late = await whileAsking(new DOMException("Time is up", "TimeoutError"));
	expect(late).toMatchObject({ status: "completed", coverage: "partial" });
	const cancelled = await whileAsking(new Error("cancelled"));
	expect(cancelled).toMatchObject({ status: "failed", reason: { code: "cancelled" } });
});

test("after a crash it is tried once more, and two crashes are a failure", async () => {
	const mark = join(folder, "crashed-once");
	const once = `if [ -e ${mark} ]; then ${await says(OPEN)}; else touch ${mark}; kill -SEGV $$; fi`;
	expect((await run(once, await says(hostWith(NGINX)))).result.status).toBe("completed");
	expect((await run("kill -SEGV $$", "exit 1")).result).toMatchObject({
		status: "failed",
		reason: { message: expect.stringContaining("crashed twice") },
		parts: [],
	});
});

test("a host without an open port is a failure with a sentence, never a host without findings", async () => {
	const closed = hostWith('<port portid="80"><state state="closed"/></port>');
	const { result } = await run(await says(closed), "exit 1");
	expect(result).toMatchObject({ status: "failed", reason: { code: "unreachable" } });
});

test("progress follows nmap's own tasks and never falls", async () => {
	const task = (name: string, percent: string) =>
		`<taskprogress task="${name}" time="1" percent="${percent}" remaining="1"/>`;
	const said = document(`\n${task("Connect Scan", "50.00")}\n<host><ports>${GUESSED.join("")}</ports></host>`);
	const versions = document(
		`\n${task("Service scan", "90.00")}\n<taskbegin task="NSE" time="2"/>\n<host><ports>${NGINX}</ports></host>`,
	);
	const { percents, steps } = await run(await says(said), await says(versions));
	expect(steps).toEqual(expect.arrayContaining(["Connect Scan", "Service scan", "NSE"]));
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	expect(percents[steps.indexOf("Connect Scan")]).toBe(16);
});

test("neither a second attempt nor a repeated step of nmap moves progress back, not even in its text", async () => {
	const begin = (...names: string[]) => names.map((name) => `<taskbegin task="${name}" time="1"/>`).join("\n");
	const mark = join(folder, "versions-crashed-once");
	const ports = await says(document(`\n${begin("Connect Scan")}\n<host><ports>${GUESSED.join("")}</ports></host>`));
	const versions = await says(
		document(`\n${begin("Connect Scan", "Service scan", "NSE", "NSE")}\n<host><ports>${NGINX}</ports></host>`),
	);
	const { percents, steps } = await run(ports, `${versions}; [ -e ${mark} ] || { touch ${mark}; kill -SEGV $$; }`);
	expect(steps.slice(1)).toEqual(["Connect Scan", "Asking 2 services for their versions", "Service scan", "NSE"]);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});

test("output that takes too long to read is a failure that says so, and the output is kept", async () => {
	const read = async () => ({ status: "gave-up", why: "memory" }) as const;
	const { result } = await run(await says(OPEN), await says(OPEN), { read });
	expect(result).toMatchObject({
		status: "failed",
		reason: { message: expect.stringContaining("What Nmap wrote took more memory to read than we allow") },
		raw: [{ name: "nmap-ports.xml" }],
	});
});
