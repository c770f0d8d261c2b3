import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { SaxesParser } from "saxes";
import { beforeAll, expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import { sarifValidator } from "#tests/support/reports/sarif-schema.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { until } from "#tests/support/until.ts";
import { readAction } from "#tests/support/workflows.ts";

// The same as .github/workflows/practice-scan.yml: a real server with its worker and the practice target, real checks, and the action's
// steps as its file defines them. The server serves the command line of the last build.
const action = await readAction(".github/actions/scan");
const folder = await scratchFolder("action");
const practice: Record<string, string> = {};

const linesOf = (text: string) =>
	Object.fromEntries([...text.matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));

beforeAll(async () => {
	const started = spawnSync(process.execPath, ["scripts/practice-server.ts", "--background"], {
		encoding: "utf8",
		env: { ...process.env, GITHUB_OUTPUT: "" },
	});
	Object.assign(practice, linesOf(started.stdout));
	if (practice.pid === undefined) throw new Error(`The practice server did not start: ${started.stderr}`);
	afterFile(async () => {
		const pid = Number(practice.pid);
		process.kill(pid, "SIGTERM");
		await until(async () => spawnSync("kill", ["-0", `${pid}`]).status !== 0, "the practice server ends");
	});
	const built = await fetch(`${practice.server}/cli/plumbline.mjs`);
	expect(built.status, "the server has a build: npm run build").toBe(200);
});

/** Runs the step of the action that is a command, with these inputs. */
async function use(inputs: Record<string, string>) {
	const runnerTemp = await mkdtemp(join(folder, "job-"));
	const file = join(runnerTemp, "output");
	const { run, env } = action.command({ server: practice.server ?? "", token: practice.token ?? "", ...inputs });
	const child = spawn("bash", ["-e", "-o", "pipefail", "-c", run], {
		cwd: runnerTemp,
		env: {
			PATH: `${resolve(process.execPath, "..")}:${process.env.PATH}`,
			...env,
			GITHUB_ACTION_PATH: resolve(".github/actions/scan"),
			GITHUB_OUTPUT: file,
			RUNNER_TEMP: runnerTemp,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			said += chunk;
		});
	}
	const [code] = await once(child, "close");
	const outputs = linesOf(await readFile(file, "utf8").catch(() => ""));
	return { code, said, outputs, read: (name: string) => readFile(resolve(runnerTemp, name), "utf8") };
}

const scanOf = () => ({ target: practice.target ?? "", kind: "combined", email: practice.email ?? "" });

test("the action scans the practice target, fails at its high findings and writes both files", async () => {
	const { code, said, outputs, read } = await use({ ...scanOf(), "fail-on": "high", junit: "plumbline.xml" });
	expect(code, said).toBe(1);
	expect(outputs["scan-id"]).toMatch(/^[0-9a-f-]{36}$/);
	const log = JSON.parse(await read(outputs.sarif ?? ""));
	const validate = sarifValidator();
	expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
	expect(JSON.stringify(log)).toContain("baseline/certificate-expired");
	const xml = await read("plumbline.xml");
	new SaxesParser().write(xml).close();
	expect(xml).toContain(`tests="${outputs.findings}"`);
	expect(xml).toContain('type="high"');
	const shown = JSON.parse(await read(outputs["code-scanning"] ?? ""));
	expect(validate(shown), JSON.stringify(validate.errors)).toBe(true);
	const [{ results }] = shown.runs;
	expect(results.length).toBeGreaterThan(10);
	for (const { locations } of results) {
		expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^localhost_\d+(\/[\w.-]+)*$/);
	}
});

test("a level that nothing reaches is a success, and the checksum that the server names is taken", async () => {
	const stated = await (await fetch(`${practice.server}/cli/plumbline.mjs.sha256`)).text();
	const served = Buffer.from(await (await fetch(`${practice.server}/cli/plumbline.mjs`)).arrayBuffer());
	const sha256 = createHash("sha256").update(served).digest("hex");
	expect(stated).toBe(`${sha256}  plumbline.mjs\n`);
	const { code, said, outputs } = await use({ ...scanOf(), "fail-on": "critical", sarif: "", sha256 });
	expect(code, said).toBe(0);
	expect(Object.keys(outputs).toSorted()).toEqual(["findings", "scan-id"]);
});

test("nothing that the server serves is run if it has another checksum", async () => {
	const { code, said, outputs } = await use({ ...scanOf(), sha256: "0".repeat(64) });
	expect({ code, outputs }).toEqual({ code: 2, outputs: {} });
	expect(said).toContain("not the one that was given. Nothing was scanned.");
});

test("the token is in the log once, where the runner is told to hide it, and inputs are no commands", async () => {
	const hostile = `$(touch ${folder}/hostile); \`touch ${folder}/hostile\` "; touch ${folder}/hostile; "`;
	const { code, said } = await use({ ...scanOf(), target: hostile, client: hostile });
	expect(code).toBe(2);
	expect(said.split("\n").filter((line) => line.includes(practice.token ?? "none"))).toEqual([
		`::add-mask::${practice.token}`,
	]);
	await expect(readFile(join(folder, "hostile"))).rejects.toThrow("ENOENT");
});

test("an address without TLS is refused before anything is fetched or sent", async () => {
	const { code, said } = await use({ ...scanOf(), server: "http://plumbline.example.com" });
	expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining("https://") });
});

test("what a server says is no command to the runner", async () => {
	const server = createServer((_request, response) => {
		response.end('process.stderr.write("::error::taken over\\n"); process.exit(4);');
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	afterFile(async () => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { code, said } = await use({ ...scanOf(), server: url });
	expect(code).toBe(4);
	expect(said).toMatch(/::stop-commands::([\w-]+)\n.*::error::taken over.*::\1::/s);
});
