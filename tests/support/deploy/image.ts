// Runs a Dockerfile's steps without a container engine: each stage is a folder, and its commands run with that folder as their root.
// Where a stage comes from an image, this machine's own system takes its place. That cannot test the image itself, its packages, or the
// engine's network and limits.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { type Command, type Instruction, type Settings, type Stage, settingsOf } from "./dockerfile.ts";
import { enter } from "./inside.ts";

export type Image = {
	/** Its root. */
	folder: string;
	/** Starts its command, or another one, as its user. The root is read-only; only VAR_DIR and /tmp can be written. */
	start(env: Record<string, string>, args?: string[]): ChildProcess;
};

export type Build = {
	stages: readonly Stage[];
	/** The build context. */
	context: string;
	/** An existing folder in which each stage gets one. */
	workspace: string;
	say: (text: string) => void;
	/** Why a command is not run; undefined if it is. */
	skip: (stage: string, command: string) => string | undefined;
};

const COPYING = { recursive: true, verbatimSymlinks: true } as const;

/** Builds a stage on request, after those that it needs; each once. */
export function createImages(build: Build): (target: string) => Image {
	const { stages } = build;
	const stageFolder = createBuilder(build);
	return (target) => {
		const folder = stageFolder(target);
		const settings = settingsOf(stages, target);
		return {
			folder,
			start(env, args) {
				const [program = "", ...usual] = settings.args;
				const inside = enter({
					folder,
					isBorrowing: !isFromScratch(stages, target),
					writable: [settings.env.VAR_DIR ?? "", "/tmp"],
					user: settings.user,
					workdir: settings.workdir,
					env: { ...settings.env, ...env },
					args: [program, ...(args ?? usual)],
				});
				return spawn(inside.file, inside.args, { stdio: ["ignore", "pipe", "pipe"] });
			},
		};
	};
}

const isFromScratch = (stages: readonly Stage[], name: string): boolean => {
	const stage = stages.find((stage) => stage.name === name);
	return stage === undefined ? name === "scratch" : isFromScratch(stages, stage.from);
};

function createBuilder(build: Build): (name: string) => string {
	const { stages, context, workspace, say } = build;
	const done = new Map<string, string>();

	function stageFolder(name: string): string {
		const known = done.get(name);
		if (known !== undefined) return known;
		const stage = stages.find((stage) => stage.name === name);
		if (!stage) throw new Error(`There is no stage ${name}`);
		const folder = join(workspace, name);
		if (stages.some((other) => other.name === stage.from)) {
			link(stageFolder(stage.from), folder, undefined);
		} else {
			say(`${name}: ${stage.from === "scratch" ? "from nothing" : `on this machine instead of ${stage.from}`}`);
			mkdirSync(folder);
		}
		const settings = settingsOf(stages, stage.from);
		for (const instruction of stage.instructions) step({ name, folder, settings }, instruction);
		done.set(name, folder);
		return folder;
	}

	function step(place: Place, instruction: Instruction): void {
		const { folder, settings } = place;
		const inside = (path: string) => join(folder, isAbsolute(path) ? path : join(settings.workdir, path));
		switch (instruction.type) {
			case "workdir":
				settings.workdir = instruction.path;
				mkdirSync(inside("."), { recursive: true });
				break;
			case "env":
				Object.assign(settings.env, instruction.values);
				break;
			case "copy": {
				const root = instruction.from === undefined ? context : stageFolder(instruction.from);
				for (const source of instruction.sources) {
					if (root === context) copy(join(root, source), inside(instruction.to), instruction);
					else link(join(root, source), inside(instruction.to), instruction.owner);
				}
				break;
			}
			case "run":
				run(build, place, instruction.command);
				break;
		}
	}

	return stageFolder;
}

/** Like COPY: a folder's content; or a file, into the target if that is a folder. */
function copy(source: string, to: string, { to: written, owner }: { to: string; owner: string | undefined }): void {
	const isFolder = statSync(source).isDirectory();
	const target = !isFolder && (written.endsWith("/") || written === ".") ? join(to, basename(source)) : to;
	mkdirSync(dirname(target), { recursive: true });
	cpSync(source, target, COPYING);
	give(target, owner);
}

/** The same between stages, where no file changes anymore: much faster than copying packages. */
function link(source: string, to: string, owner: string | undefined): void {
	const isFolder = statSync(source).isDirectory();
	mkdirSync(isFolder ? to : dirname(to), { recursive: true });
	const { status, stderr } = spawnSync("cp", ["-a", "-l", isFolder ? `${source}/.` : source, to], { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	give(to, owner);
}

function give(path: string, owner: string | undefined): void {
	const [uid, gid] = owner?.split(":") ?? [];
	if (uid !== undefined && gid !== undefined) chownSync(path, Number(uid), Number(gid));
}

type Place = { name: string; folder: string; settings: Settings };

/** Access to a registry, which an engine would also give its builds. */
const PASSED_ON = /^(npm_config_\w+|PIP_\w+|SSL_\w+|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;

function run({ say, skip }: Build, { name, folder, settings }: Place, command: Command): void {
	const args = command.form === "exec" ? command.args : ["sh", "-c", command.text];
	const shown = command.form === "exec" ? args.join(" ") : command.text.replaceAll(/\s+/g, " ");
	const why = skip(name, shown);
	if (why !== undefined) {
		say(`${name}: skipped, because ${why}: ${shown}`);
		return;
	}
	const passed = Object.entries(process.env).filter(([key]) => PASSED_ON.test(key)) as [string, string][];
	const inside = enter({
		folder,
		isBorrowing: true,
		writable: undefined,
		user: undefined,
		workdir: settings.workdir,
		env: { ...Object.fromEntries(passed), HOME: "/root", ...settings.env },
		args,
	});
	const started = Date.now();
	const { status, stdout, stderr } = spawnSync(inside.file, inside.args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`${name}: ${shown} ended with ${status}\n${stdout}\n${stderr}`);
	// Where the home folder was: empty again.
	rmdirSync(join(folder, "root"));
	say(`${name}: ${shown} (${Math.round((Date.now() - started) / 1_000)} s)`);
}
