// Runs the Dockerfile's steps one by one on this machine, without a container engine, and starts the results: `npm run image`.
// Needs root on Linux. All files are in a temporary folder. `npm run image -- worker` builds just one image.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../server/platform/db/embedded/cluster.ts";
import { startEmbeddedDatabase } from "../server/platform/db/embedded/embedded.ts";
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
// Only what is committed or could be: a stray file in the working copy is not in the images either.
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

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ["server", "worker"];
const database = await startEmbeddedDatabase(join(workspace, "var"));
try {
	const [port, metricsPort] = [await freePort(), await freePort()];
	const env = { DATABASE_URL: database.url, HOST: "127.0.0.1", PORT: `${port}`, METRICS_PORT: `${metricsPort}` };
	for (const target of wanted) {
		const { folder, start } = image(target);
		console.log(`\n${target}: ${size(folder)}${target === "worker" ? " without the system" : ""}`);
		const owner = { DATABASE_OWNER_URL: database.ownerUrl };
		console.log((await untilReady(start({ ...env, ...owner }, ["server/app/migrate.ts"]))).output());
		const running = await untilReady(start(env));
		console.log(running.output());
		const code = await running.stop();
		if (code !== 0) throw new Error(`${target} ended with ${code}`);
	}
} finally {
	await database.stop();
	rmSync(workspace, { recursive: true, force: true });
}
