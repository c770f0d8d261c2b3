/** A command as a Dockerfile writes it: a list of arguments, or text for a shell. */
export type Command = { form: "exec"; args: string[] } | { form: "shell"; text: string };

export type Instruction =
	| { type: "copy"; from: string | undefined; owner: string | undefined; sources: string[]; to: string }
	| { type: "run"; command: Command }
	| { type: "workdir"; path: string }
	| { type: "env"; values: Record<string, string> }
	| { type: "arg"; name: string }
	| { type: "user"; user: string }
	| { type: "expose"; port: number }
	| { type: "healthcheck"; command: Command }
	| { type: "entrypoint" | "cmd"; command: Command };

export type Stage = { name: string; from: string; instructions: Instruction[] };

/** Reads the instructions that our Dockerfile may use. Throws for any other, so that none goes unchecked. */
export function parseDockerfile(text: string): Stage[] {
	const stages: Stage[] = [];
	const lines = text
		.replaceAll(/^\s*#.*\n/gm, "")
		.replaceAll(/\\\n/g, " ")
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
	for (const line of lines) {
		const [, keyword = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
		if (keyword === "FROM") {
			const [, from, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
			if (from === undefined || name === undefined) throw new Error(`A stage needs a name: ${line}`);
			stages.push({ name, from, instructions: [] });
			continue;
		}
		const stage = stages.at(-1);
		if (!stage) throw new Error(`Before the first stage: ${line}`);
		stage.instructions.push(parseInstruction(keyword, rest));
	}
	return stages;
}

function parseInstruction(keyword: string, rest: string): Instruction {
	switch (keyword) {
		case "COPY": {
			const words = rest.split(/\s+/);
			const option = (name: string) => (words[0]?.startsWith(name) ? words.shift()?.slice(name.length) : undefined);
			const from = option("--from=");
			const owner = option("--chown=");
			const to = words.pop();
			if (to === undefined || words.length === 0 || words.some((word) => word.startsWith("--"))) {
				throw new Error(`Not a COPY that is understood: ${rest}`);
			}
			return { type: "copy", from, owner, sources: words, to };
		}
		case "RUN":
			return { type: "run", command: parseCommand(rest) };
		case "WORKDIR":
			return { type: "workdir", path: rest };
		case "ENV":
			return { type: "env", values: Object.fromEntries(rest.split(/\s+/).map(splitPair)) };
		case "ARG":
			return { type: "arg", name: rest };
		case "USER":
			return { type: "user", user: rest };
		case "EXPOSE":
			return { type: "expose", port: Number(rest) };
		case "HEALTHCHECK":
			return { type: "healthcheck", command: parseCommand(rest.replace(/^(--\S+\s+)*CMD\s+/, "")) };
		case "ENTRYPOINT":
			return { type: "entrypoint", command: parseCommand(rest) };
		case "CMD":
			return { type: "cmd", command: parseCommand(rest) };
		default:
			throw new Error(`Not an instruction that is understood: ${keyword} ${rest}`);
	}
}

function splitPair(pair: string): [string, string] {
	const at = pair.indexOf("=");
	if (at < 1) throw new Error(`Not NAME=value: ${pair}`);
	return [pair.slice(0, at), pair.slice(at + 1)];
}

const parseCommand = (text: string): Command =>
	text.startsWith("[") ? { form: "exec", args: JSON.parse(text) as string[] } : { form: "shell", text };

/** What a stage's container runs with: everything inherited through `FROM`. */
export type Settings = { workdir: string; env: Record<string, string>; user: string | undefined; args: string[] };

/** The final settings of a stage, and the command it starts. */
export function settingsOf(stages: readonly Stage[], name: string): Settings {
	const stage = stages.find((stage) => stage.name === name);
	if (!stage) return { workdir: "/", env: {}, user: undefined, args: [] };
	const settings = settingsOf(stages, stage.from);
	for (const instruction of stage.instructions) apply(settings, instruction);
	return settings;
}

function apply(settings: Settings, instruction: Instruction): void {
	if (instruction.type === "workdir") settings.workdir = instruction.path;
	if (instruction.type === "env") Object.assign(settings.env, instruction.values);
	if (instruction.type === "user") settings.user = instruction.user;
	if (instruction.type === "entrypoint") settings.args = argsOf(instruction.command);
	if (instruction.type === "cmd") settings.args = [...settings.args, ...argsOf(instruction.command)];
}

function argsOf(command: Command): string[] {
	if (command.form === "exec") return command.args;
	throw new Error(`A command that needs a shell: ${command.text}`);
}
