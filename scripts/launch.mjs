// Behind the README's two commands, `npm start` and `npm test`. Runs on whatever Node the machine has, using only built-ins,
// installs what is in the lock file, and hands over to the Node pinned there (docs/decisions/0001, 0121).
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beginPages, fingerprint, replacePages } from "./launch/files.mjs";
import { during } from "./launch/progress.mjs";
import { handOver, runStep, watchSignals } from "./launch/running.mjs";
import { inTurn } from "./launch/turns.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WANTED_NODE = 24;
const BUILD_INPUTS = [
	"src",
	"sw",
	"contract",
	"public",
	"cli",
	"scripts/build",
	"index.html",
	"vite.config.ts",
	"package-lock.json",
];
const USAGE = "Usage: node scripts/launch.mjs start | test | build";

/** A sentence for the person who started us. */
class LaunchError extends Error {}

function fail(message) {
	console.error(`\n${message}\n`);
	process.exit(1);
}

const FULL_DISK =
	"The disk is full, so this did not finish. Data and the pages of the last build are as they were. Make room, then start again: it begins where it stopped.";

/** Does `work`, unless the stamp says that it was already done for the same inputs. Other processes wait for the one that does it. */
async function unlessDone(stamp, inputs, work) {
	const file = join(ROOT, stamp);
	const wanted = fingerprint(ROOT, inputs);
	const isDone = () => existsSync(file) && readFileSync(file, "utf8") === wanted;
	if (isDone()) return;
	const wait = (until) =>
		during("Waiting for another start to finish installing or building", "The other start finished", until);
	await inTurn(
		join(ROOT, ".launch"),
		async (turn) => {
			if (isDone()) return;
			await work({ turn, invalidate: () => rmSync(file, { force: true }) });
			writeFileSync(file, wanted);
		},
		wait,
	);
}

async function run(turn, what, program, args) {
	const { code, isFull } = await runStep(program, args, { cwd: ROOT, onStart: turn.add });
	if (code === 0) return;
	throw new LaunchError(isFull ? FULL_DISK : `${what} failed. See the lines above.`);
}

async function install() {
	await unlessDone("node_modules/.installed", ["package-lock.json", "package.json"], async ({ turn, invalidate }) => {
		invalidate();
		// npm's own warnings about the machine's older Node do not matter, because the pinned one runs afterward.
		const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
		const npm = process.env.npm_execpath;
		const [program, given] = npm?.endsWith(".js") ? [process.execPath, [npm, ...args]] : ["npm", args];
		await during("Installing dependencies (once per lock file change)", "Installed", () =>
			run(turn, "npm ci", program, given),
		);
	});
}

/** The pinned Node, or this one if the registry has none for the platform and this one is new enough. */
function pinnedNode() {
	const pinned = join(ROOT, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
	if (existsSync(pinned)) return pinned;
	if (Number(process.versions.node.split(".")[0]) >= WANTED_NODE) return process.execPath;
	throw new LaunchError(
		`Plumbline needs Node ${WANTED_NODE} or later on ${process.platform}-${process.arch}; this is ${process.version}.`,
	);
}

/** Pages built with other settings go beside the usual ones, so that two installations can run from one copy. */
function pagesFolder() {
	const { RETENTION_DAYS = "", VITE_LEAD_CAPTURE = "" } = process.env;
	if (RETENTION_DAYS === "" && VITE_LEAD_CAPTURE === "") return "dist";
	const hash = createHash("sha256").update(`${RETENTION_DAYS} ${VITE_LEAD_CAPTURE}`).digest("hex");
	return `dist-${hash.slice(0, 8)}`;
}

async function build(node, pages) {
	await unlessDone(`${pages}/.built`, BUILD_INPUTS, async ({ turn, invalidate }) => {
		const next = `${pages}.next`;
		const args = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", next];
		beginPages(join(ROOT, next), join(ROOT, pages));
		try {
			await during("Building the pages (once per source change)", "Built", () => run(turn, "The build", node, args));
			invalidate();
			replacePages(join(ROOT, next), join(ROOT, pages));
		} finally {
			rmSync(join(ROOT, next), { recursive: true, force: true });
		}
	});
}

async function launch(command, args) {
	if (!["start", "test", "build"].includes(command)) throw new LaunchError(USAGE);
	watchSignals();
	await install();
	const node = pinnedNode();
	const pages = pagesFolder();
	if (command !== "test") await build(node, pages);
	if (command === "build") return;
	// npm puts its own folders first in PATH. Programs started from here must also find the pinned Node there.
	const env = { PATH: `${dirname(node)}:${process.env.PATH}`, PAGES_DIR: process.env.PAGES_DIR || pages };
	const program = command === "start" ? ["server/app/main.ts"] : ["scripts/test/main.ts", ...args];
	await handOver(node, program, { cwd: ROOT, env });
}

try {
	const [command, ...args] = process.argv.slice(2);
	await launch(command, args);
} catch (error) {
	if (error.code === "ENOSPC") fail(FULL_DISK);
	if (error.syscall?.startsWith("spawn")) fail(`${error.path} could not be started: ${error.message}`);
	if (error instanceof LaunchError) fail(error.message);
	throw error;
}
