import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildCli, type Ended } from "#tests/support/cli/built-cli.ts";
import { enter, whyNotInside } from "#tests/support/deploy/inside.ts";
import { ranWith } from "#tests/support/engines/found.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { createOwner } from "#tests/support/server/people.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";
import { until } from "#tests/support/until.ts";

// What a user with nothing else has: Node, the libraries that it links to, and the one file.
const server = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "1000" } });
const owner = await createOwner(server);
const cli = await buildCli();
const engine = server.engines.sslyze;
engine.hold = true;

const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const scopes = ["scans:write", "scans:read", "findings:read", "reports:write", "reports:read", "clients:read"];
const { token } = await (await owner.call("makeToken", { body: { name: "CI", scopes, endsOn } })).json();
const env = { PLUMBLINE_URL: server.url, PLUMBLINE_TOKEN: token };

async function ended(
	file: string,
	args: string[],
	given: { env: Record<string, string>; cwd?: string },
): Promise<Ended> {
	const child = spawn(file, args, { ...given, stdio: ["ignore", "pipe", "pipe"] });
	const said = { out: "", err: "" };
	child.stdout.on("data", (chunk) => {
		said.out += chunk;
	});
	child.stderr.on("data", (chunk) => {
		said.err += chunk;
	});
	const [code] = await once(child, "close");
	return { code, ...said };
}

async function wholeTurn(run: (args: string[]) => Promise<Ended>): Promise<void> {
	const who = await run(["whoami"]);
	expect(who.err).toBe("");
	expect(who).toMatchObject({ code: 0, out: expect.stringContaining("Token      CI (plb_") });
	const scan = ["scan", "example.com:443", "--kind=sslyze", "--client=analytical-engines", "--fail-on=high"];
	const { length } = engine.runs;
	const running = run([...scan, "--sarif=/work/out.sarif", "--junit=/work/out.xml"]);
	(await until(async () => engine.runs[length], "the engine runs")).end(ranWith([]));
	const done = await running;
	expect(done.code, done.err).toBe(0);
	expect(await run(["findings"])).toMatchObject({ code: 0 });
}

const root = await scratchFolder("bare");
const folder = await scratchFolder("empty");
describe.skipIf(whyNotInside() !== undefined)("a root with Node and the one file, and nothing else", () => {
	chmodSync(root, 0o755);
	for (const name of ["bin", "work"]) mkdirSync(join(root, name));
	copyFileSync(process.execPath, join(root, "bin/node"));
	const linked = spawnSync("ldd", [process.execPath], { encoding: "utf8" }).stdout.match(/\/\S+/g) ?? [];
	for (const library of linked) {
		mkdirSync(join(root, library, ".."), { recursive: true });
		copyFileSync(library, join(root, library));
	}
	copyFileSync(join(cli.folder, "plumbline.mjs"), join(root, "plumbline.mjs"));

	test("runs every command, and starts a scan that it waits for", async () => {
		const inside = { folder: root, isBorrowing: false, user: "65532:65532", workdir: "/work" };
		await wholeTurn((args) => {
			const { file, args: given } = enter({
				...inside,
				writable: ["work"],
				env,
				args: ["/bin/node", "/plumbline.mjs", ...args],
			});
			return ended(file, given, { env: { PATH: process.env.PATH ?? "" } });
		});
		expect(readdirSync(join(root, "bin"))).toEqual(["node"]);
		expect(readdirSync(join(root, "work"))).toEqual([]);
	});
});

describe("any machine", () => {
	mkdirSync(join(folder, "home"));
	copyFileSync(join(cli.folder, "plumbline.mjs"), join(folder, "plumbline.mjs"));
	const run = (args: string[]) =>
		ended(process.execPath, args, { cwd: folder, env: { ...env, PATH: "", HOME: join(folder, "home") } });

	test("it reads nothing but itself, starts no program and leaves nothing behind", async () => {
		const limited = ["--permission", `--allow-fs-read=${join(folder, "plumbline.mjs")}`, "plumbline.mjs"];
		const who = await run([...limited, "whoami"]);
		expect(who, who.err).toMatchObject({ code: 0, out: expect.stringContaining("analytical-engines") });
		expect(readdirSync(folder).toSorted()).toEqual(["home", "plumbline.mjs"]);
		expect(readdirSync(join(folder, "home"))).toEqual([]);
	});

	test("an older Node is told apart before anything is sent", async () => {
		const older = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.21.0'}})";
		const refused = await run([
			"--import",
			`data:text/javascript,${encodeURIComponent(older)}`,
			"plumbline.mjs",
			"whoami",
		]);
		expect(refused).toEqual({
			code: 2,
			out: "",
			err: "plumbline: Node 24 or later is needed, and this is Node 22.21.0. Nothing was sent.\n",
		});
	});
});
