// Runs the Dockerfile's steps one by one on this machine, without a container engine, and starts the results: `npm run image`.
// Needs root on Linux. Every file is in a temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedDatabase } from "../server/db/embedded/embedded.ts";
import { parseDockerfile } from "../tests/support/deploy/dockerfile.ts";
import { createImages } from "../tests/support/deploy/image.ts";
import { whyNotInside } from "../tests/support/deploy/inside.ts";
import { untilReady } from "../tests/support/deploy/running.ts";

const why = whyNotInside();
if (why !== undefined) {
	console.error(`The steps cannot be run here: ${why}.`);
	process.exit(1);
}

const workspace = mkdtempSync(join(tmpdir(), "plumbline-image-"));
// Only what is committed or could be: a stray file of the working copy is not in the images either.
const context = join(workspace, "context");
const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
	encoding: "utf8",
});
for (const file of stdout.split("\0").filter(Boolean)) cpSync(file, join(context, file));
mkdirSync(join(workspace, "stages"));

const build = {
	stages: parseDockerfile(readFileSync("Dockerfile", "utf8")),
	context,
	workspace: join(workspace, "stages"),
	say: (text: string) => console.log(text),
	skip: (_stage: string, command: string) =>
		command.includes("apt-get") ? "system packages are this machine's own" : undefined,
};
const image = createImages(build);
const size = (folder: string) => spawnSync("du", ["-sh", folder], { encoding: "utf8" }).stdout.split("\t")[0];

const database = await startEmbeddedDatabase(join(workspace, "var"));
try {
	const env = { DATABASE_URL: database.url, PUBLIC_URL: "http://localhost:8765", PORT: "8765", METRICS_PORT: "8766" };
	const server = image("server");
	console.log(`server: ${size(server.folder)}`);
	const migrating = await untilReady(
		server.start({ ...env, DATABASE_OWNER_URL: database.ownerUrl }, ["server/migrate.ts"]),
	);
	console.log(migrating.output());
	const worker = image("worker");
	console.log(`worker: ${size(worker.folder)} without the system`);
	for (const { start } of [server, worker]) {
		const running = await untilReady(start(env));
		console.log(running.output());
		await running.stop();
	}
} finally {
	await database.stop();
	rmSync(workspace, { recursive: true, force: true });
}
