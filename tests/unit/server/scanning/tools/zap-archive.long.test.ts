import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { access, chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Download } from "#server/scanning/tools/recipe.ts";
import { planZap } from "#server/scanning/tools/zap-archive.ts";
import { afterFile } from "../../../../support/after-file.ts";
import { shellTool } from "../../../../support/engines/shell-tool.ts";
import { scratchFolder } from "../../../../support/scratch-folder.ts";

afterEach(() => vi.unstubAllEnvs());

const tar = (args: string[]) => expect(spawnSync("tar", args).status).toBe(0);

/** A small archive in the shape of a release: one folder with `zap.sh` and some bulk. */
async function archiveOf(fill: (release: string) => Promise<unknown> = async () => {}, args: string[] = []) {
	const folder = await scratchFolder("release");
	const release = join(folder, "ZAP_2.17.0");
	await mkdir(join(release, "plugin"), { recursive: true });
	await writeFile(join(release, "zap.sh"), "#!/bin/sh\necho 2.17.0\n");
	await chmod(join(release, "zap.sh"), 0o755);
	// Nothing that gzip could make smaller.
	await writeFile(join(release, "plugin", "addon.zap"), randomBytes(2_000_000));
	await fill(release);
	const file = join(folder, "zap.tar.gz");
	tar(["-czf", file, "-C", folder, ...args, "ZAP_2.17.0"]);
	const content = await readFile(file);
	return { content, sha256: createHash("sha256").update(content).digest("hex") };
}

type Answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

const whole: Answer = (_, response, content) => {
	response.setHeader("Content-Length", content.length).end(content);
};

/** The release's address, as far as this test is concerned. */
async function serve(content: Buffer, answer: Answer = whole) {
	const ranges: (string | undefined)[] = [];
	const server = createServer((request, response) => {
		ranges.push(request.headers.range);
		answer(request, response, content);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	afterFile(async () => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ZAP_2.17.0_Linux.tar.gz`, ranges };
}

/** A machine with a Java of this version. */
async function machine(java = '21.0.4"') {
	const folder = await scratchFolder("zap-machine");
	await shellTool(folder, "java", `echo 'openjdk version "${java}' >&2`);
	vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
	return join(folder, "tools");
}

async function install(toolsFolder: string, archive: { url: string; sha256: string }) {
	const plan = await planZap(toolsFolder, archive);
	if (!plan.possible) throw new Error(plan.why);
	const downloads: Download[] = [];
	const { signal } = new AbortController();
	const outcome = await plan.install({ signal, interrupted: false, onDownload: (one) => downloads.push(one) });
	const there = await access(join(toolsFolder, "zap")).then(
		() => true,
		() => false,
	);
	return { outcome, downloads, there };
}

test("the archive is fetched, checked by its checksum, unpacked and found under one name", async () => {
	const toolsFolder = await machine();
	const { content, sha256 } = await archiveOf();
	const { url } = await serve(content);
	const { outcome, downloads } = await install(toolsFolder, { url, sha256 });
	expect(outcome).toEqual({ ok: true });
	expect(downloads.at(-1)).toEqual({ done: content.length, total: content.length });
	expect(spawnSync(join(toolsFolder, "zap", "zap.sh"), { encoding: "utf8" }).stdout).toBe("2.17.0\n");
	// The download is not kept a second time.
	expect((await readdir(toolsFolder)).sort()).toEqual(["zap", expect.stringMatching(/^zap-[0-9a-f]{8}$/)]);
});

test("an interrupted download resumes, or starts over if the server cannot resume", async () => {
	const toolsFolder = await machine();
	const { content, sha256 } = await archiveOf();
	const half = Math.floor(content.length / 2);
	let asked = 0;
	const { url, ranges } = await serve(content, (request, response, all) => {
		asked++;
		if (asked === 1) {
			response.setHeader("Content-Length", all.length);
			response.write(all.subarray(0, half), () => response.destroy());
			return;
		}
		const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
		response.writeHead(206, { "Content-Range": `bytes ${from}-${all.length - 1}/${all.length}` });
		response.end(all.subarray(from));
	});
	const first = await install(toolsFolder, { url, sha256 });
	expect(first).toMatchObject({ outcome: { ok: false }, there: false });
	expect((await install(toolsFolder, { url, sha256 })).outcome).toEqual({ ok: true });
	expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);

	const other = await machine();
	await mkdir(join(other, "downloads"), { recursive: true });
	await writeFile(join(other, "downloads", `${sha256}.tar.gz`), content.subarray(0, half));
	expect((await install(other, { url: (await serve(content)).url, sha256 })).outcome).toEqual({ ok: true });
});

test("a file with another checksum is deleted and not unpacked", async () => {
	const toolsFolder = await machine();
	const { content, sha256 } = await archiveOf();
	const { url } = await serve(content);
	const { outcome, there } = await install(toolsFolder, { url, sha256: "0".repeat(64) });
	const why = `The file at that address has another checksum (SHA-256 ${sha256}), so it was deleted.`;
	expect(outcome).toEqual({ ok: false, why });
	expect(there).toBe(false);
	expect(await readdir(join(toolsFolder, "downloads"))).toEqual([]);
});

test.each<[string, (release: string) => Promise<unknown>, string[], RegExp]>([
	[
		"a file above its own folder",
		(release) => writeFile(join(release, "evil"), "x"),
		["--transform", "s|ZAP_2.17.0/evil|../../evil|"],
		/outside its own folder/,
	],
	[
		"a file at an absolute path",
		(release) => writeFile(join(release, "evil"), "x"),
		["-P", "--transform", "s|ZAP_2.17.0/evil|/tmp/plumbline-evil|"],
		/outside its own folder/,
	],
	["a link that leads outside", (release) => symlink("/etc", join(release, "link")), [], /leads out of its own folder/],
])("an archive with %s is refused", async (_, fill, args, why) => {
	const toolsFolder = await machine();
	const { content, sha256 } = await archiveOf(fill, args);
	const { outcome, there } = await install(toolsFolder, { url: (await serve(content)).url, sha256 });
	expect(outcome).toMatchObject({ ok: false, why: expect.stringMatching(why) });
	expect(there).toBe(false);
	expect((await readdir(toolsFolder)).filter((name) => name !== "downloads")).toEqual([]);
});

test("an answer that is not a file, and a server that is not there, are reported", async () => {
	const toolsFolder = await machine();
	const { url } = await serve(Buffer.alloc(0), (_, response) => response.writeHead(404).end("no"));
	const sha256 = "0".repeat(64);
	expect((await install(toolsFolder, { url, sha256 })).outcome).toEqual({
		ok: false,
		why: "The server answered 404.",
	});
	const unreached = await install(toolsFolder, { url: "http://127.0.0.1:9/zap.tar.gz", sha256 });
	expect(unreached.outcome).toMatchObject({ ok: false, why: expect.stringMatching(/fetch failed/) });
});

test("without Java 17 the card says so, and without an archive what can be set", async () => {
	const toolsFolder = await machine('1.8.0_402"');
	expect(await planZap(toolsFolder, { url: "https://example.com/zap.tar.gz", sha256: "0".repeat(64) })).toEqual({
		possible: false,
		why: "ZAP needs Java 17 or later, which this machine does not have.",
		remedy: null,
	});
	expect(await planZap(toolsFolder, undefined)).toMatchObject({
		possible: false,
		remedy: expect.stringContaining("ZAP_ARCHIVE"),
	});
});

test("what an address holds beside its path, such as a signature, is in nothing that is printed or stored", async () => {
	const toolsFolder = await machine();
	const planFor = async (address: string) => {
		const plan = await planZap(toolsFolder, { url: address, sha256: "0".repeat(64) });
		return plan.possible ? plan : expect.fail(plan.why);
	};
	const signed = await planFor("https://user:hidden@zap.example/ZAP.tar.gz?signature=hidden&part=1");
	expect(signed.says).toContain("from https://zap.example/ZAP.tar.gz");
	expect(JSON.stringify(signed)).not.toContain("hidden");
	// A new signature is worth another try immediately.
	expect((await planFor("https://zap.example/ZAP.tar.gz?signature=new")).pin).not.toBe(signed.pin);
});
