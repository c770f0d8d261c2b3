// Behind the README's two commands, `npm start` and `npm test`. Runs on any Node that the machine has, with built-ins
// only, installs what is in the lock file, and hands over to the Node that is pinned there.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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

function fail(message) {
	console.error(`\n${message}\n`);
	process.exit(1);
}

function run(command, args, what, options) {
	const { status, error } = spawnSync(command, args, Object.assign({ cwd: ROOT, stdio: "inherit" }, options));
	if (error || status !== 0) fail(`${what} failed${error ? `: ${error.message}` : ""}. See the lines above.`);
}

function filesBelow(path) {
	const full = join(ROOT, path);
	if (!existsSync(full)) return [];
	let names;
	try {
		names = readdirSync(full).sort();
	} catch {
		return [path];
	}
	return names.reduce((files, name) => files.concat(filesBelow(`${path}/${name}`)), []);
}

function fingerprint(paths) {
	const hash = createHash("sha256");
	for (const file of paths.reduce((files, path) => files.concat(filesBelow(path)), [])) {
		hash
			.update(file)
			.update("\0")
			.update(readFileSync(join(ROOT, file)))
			.update("\0");
	}
	return hash.digest("hex");
}

/** Does `work`, unless the stamp says that it was already done for the same inputs and settings. */
function unlessDone(stamp, inputs, work, settings = "") {
	const file = join(ROOT, stamp);
	const wanted = fingerprint(inputs) + settings;
	if (existsSync(file) && readFileSync(file, "utf8") === wanted) return;
	work();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, wanted);
}

function install() {
	unlessDone("node_modules/.installed", ["package-lock.json", "package.json"], () => {
		console.log("Installing dependencies (once per lock file change) …");
		const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
		const npm = process.env.npm_execpath;
		// npm's own warnings about the machine's older Node do not matter, because the pinned one runs afterward.
		if (npm?.endsWith(".js")) run(process.execPath, [npm].concat(args), "npm ci");
		else run(process.platform === "win32" ? "npm.cmd" : "npm", args, "npm ci", { shell: process.platform === "win32" });
	});
}

/** The pinned Node, or this one if the registry has none for the platform and this one is new enough. */
function pinnedNode() {
	const pinned = join(ROOT, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
	if (existsSync(pinned)) return pinned;
	if (Number(process.versions.node.split(".")[0]) >= WANTED_NODE) return process.execPath;
	return fail(
		`Plumbline needs Node ${WANTED_NODE} or later on ${process.platform}-${process.arch}; this is ${process.version}.`,
	);
}

function build(node) {
	const build = () => {
		console.log("Building the pages (once per source change) …");
		run(node, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], "The build");
	};
	// The settings that the pages depend on: the site's address, how long data is kept, whether forms are delivered.
	const { PUBLIC_URL, RETENTION_DAYS, VITE_LEAD_CAPTURE } = process.env;
	unlessDone("dist/.built", BUILD_INPUTS, build, [PUBLIC_URL, RETENTION_DAYS, VITE_LEAD_CAPTURE].join(" "));
}

/** Runs the program in the foreground: passes signals on to it, and exits with its exit code. */
function handOver(node, args) {
	// npm puts its own folders first in PATH. Programs started from here must also find the pinned Node there.
	const env = Object.assign({}, process.env, { PATH: `${dirname(node)}:${process.env.PATH}` });
	const child = spawn(node, args, { cwd: ROOT, stdio: "inherit", env });
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
	child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
}

install();
const node = pinnedNode();
const command = process.argv[2];
if (command === "start") {
	build(node);
	handOver(node, ["server/main.ts"]);
} else if (command === "test") {
	handOver(node, ["scripts/test/main.ts"].concat(process.argv.slice(3)));
} else if (command === "build") {
	build(node);
} else {
	fail("Usage: node scripts/launch.mjs start | test | build");
}
