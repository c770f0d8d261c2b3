// Installs the outside scan tools as far as this machine allows: `npm run engines`. Says what it did and what it could not;
// safe to repeat. The server itself never installs anything.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../server/config.ts";
import { createNmapEngine } from "../server/engines/nmap/nmap.ts";
import { createSslyzeEngine } from "../server/engines/sslyze/sslyze.ts";
import { createWapitiEngine } from "../server/engines/wapiti/wapiti.ts";
import { createZapEngine } from "../server/engines/zap/zap.ts";
import { createGuard } from "../server/targets/guard.ts";
import { createPolicy } from "../server/targets/policy.ts";
import { systemResolver } from "../server/targets/resolver.ts";

const SSLYZE = "sslyze==6.3.1";
const WAPITI = "wapiti3==3.2.3";
const PACKAGERS: [program: string, args: string[]][] = [
	["apt-get", ["install", "-y", "nmap"]],
	["dnf", ["install", "-y", "nmap"]],
	["apk", ["add", "nmap"]],
	["pacman", ["-S", "--noconfirm", "nmap"]],
	["brew", ["install", "nmap"]],
];

function works(program: string, args: string[]): boolean {
	return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function run(program: string, args: string[]): boolean {
	console.log(`  ${[program, ...args].join(" ")}`);
	return spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** Installs nmap from the system's packages; undefined when it is there afterwards, else what a person can do. */
function installNmap(): string | undefined {
	const packager = PACKAGERS.find(([program]) => works(program, ["--version"]));
	if (!packager) return "Get it from https://nmap.org/download and set NMAP_PATH if it is not on PATH.";
	const [program, args] = packager;
	const command = [program, ...args];
	const needsRoot = program !== "brew" && process.getuid?.() !== 0;
	if (needsRoot && !works("sudo", ["-n", "true"])) return `Run: sudo ${command.join(" ")}`;
	const [first = "", ...rest] = needsRoot ? ["sudo", "-n", ...command] : command;
	return run(first, rest) ? undefined : `This failed, please look at it by hand: ${command.join(" ")}`;
}

/** Puts a tool into a Python environment of its own. */
function installFromPython(tool: string, folder: string): string | undefined {
	const python = ["python3", "python"].find((name) =>
		works(name, ["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"]),
	);
	if (!python) return "It needs Python 3.10 or later with its venv module; install that and run this again.";
	mkdirSync(folder, { recursive: true });
	const pip = join(folder, "bin", "pip");
	if (!existsSync(pip) && !run(python, ["-m", "venv", folder]))
		return "A Python environment could not be made (on Debian and Ubuntu: apt-get install python3-venv).";
	return run(pip, ["install", "--quiet", "--disable-pip-version-check", tool])
		? undefined
		: `pip could not install ${tool}; is the Python package index within reach?`;
}

/** ZAP is large and in no package index of its own making, so people get it themselves; an image they named is fetched. */
function adviseZap(): string | undefined {
	// A daemon is its operator's to start; its sentence says what is the matter.
	if (ZAP_URL !== undefined) return undefined;
	const [engine] = ["docker", "podman"].filter((name) => works(name, ["--version"]));
	if (ZAP_IMAGE !== undefined) {
		if (engine === undefined) return "ZAP_IMAGE is set, but there is neither docker nor podman.";
		return run(engine, ["pull", ZAP_IMAGE]) ? undefined : `${engine} could not fetch ${ZAP_IMAGE}.`;
	}
	const folder = join(toolsFolder, "zap");
	const java = works("java", ["-version"]) ? "" : " with Java 17 or later";
	const image = "ZAP_IMAGE=ghcr.io/zaproxy/zaproxy:stable";
	return [
		`Get the cross-platform package from https://www.zaproxy.org/download/${java}, and unpack it so that ${folder}/zap.sh`,
		"is there, or set ZAP_PATH to its zap.sh.",
		engine === undefined
			? `With docker or podman: ${image}.`
			: `Or set ${image} and run this again: ${engine} fetches it.`,
	].join(" ");
}

const config = readConfig(process.env);
const { NMAP_PATH, SCAN_TIME_LIMIT, SSLYZE_PATH, VAR_DIR, WAPITI_PATH } = config;
const { ZAP_API_KEY, ZAP_IMAGE, ZAP_PATH, ZAP_TIME_LIMIT, ZAP_URL } = config;
const toolsFolder = join(VAR_DIR, "tools");
const guard = createGuard({ policy: createPolicy({ allow: "", practicePorts: [] }), resolver: systemResolver });
const plans = [
	{ title: "Nmap", engine: createNmapEngine({ guard, path: NMAP_PATH }), install: installNmap },
	{
		title: "SSLyze",
		engine: createSslyzeEngine({ path: SSLYZE_PATH, toolsFolder }),
		install: () => installFromPython(SSLYZE, join(toolsFolder, "sslyze")),
	},
	{
		title: "Wapiti",
		engine: createWapitiEngine({
			...{ path: WAPITI_PATH, toolsFolder, userAgent: "", timeLimitMs: SCAN_TIME_LIMIT * 1_000 },
		}),
		install: () => installFromPython(WAPITI, join(toolsFolder, "wapiti")),
	},
	{
		title: "ZAP",
		engine: createZapEngine({
			...{ url: ZAP_URL, apiKey: ZAP_API_KEY, path: ZAP_PATH, image: ZAP_IMAGE, toolsFolder },
			...{ userAgent: "", timeLimitMs: ZAP_TIME_LIMIT * 1_000 },
		}),
		install: adviseZap,
	},
];

let missing = 0;
for (const { title, engine, install } of plans) {
	const before = await engine.detect();
	if (before.available) {
		console.log(`${title} ${before.version} is there already.`);
		continue;
	}
	console.log(`${title}: ${before.reason}`);
	const advice = install();
	const after = await engine.detect();
	if (after.available) console.log(`${title} ${after.version} is installed.`);
	else {
		missing++;
		console.log(`${title} could not be installed. ${advice ?? after.reason}`);
	}
}
process.exit(missing === 0 ? 0 : 1);
