import type { ToolKind } from "#contract/kinds/kinds.ts";
import type { Engine } from "../engines/engine.ts";
import type { Installation } from "../engines/tool-state.ts";
import type { Lock } from "./lock.ts";
import { failed, type InstallRecord, type Memory, started, waitsFor } from "./memory.ts";
import type { Download, Plan, Recipe } from "./recipe.ts";

export type Installer = {
	/** The installation state of a missing tool; undefined for one that we do not install. */
	state(kind: ToolKind): Installation | undefined;
	/** Checks every tool once and installs what it can. Never rejects. */
	round(): Promise<void>;
};

type InstallerDeps = {
	recipes: readonly Recipe[];
	/** Asked before and after an installation whether the tool is there. */
	engines: { [K in ToolKind]: Pick<Engine<K>, "detect"> };
	memory: Memory;
	takeLock: () => Promise<Lock | undefined>;
	/** Removes what earlier installations left behind; called with the lock held. */
	removeLeftovers: () => Promise<void>;
	/** Removes a tool's link if the installed tool does not work. */
	remove: (kind: ToolKind) => Promise<void>;
	/** Whether to wait after a failure before trying again. */
	isPatient: boolean;
	/** Aborted when this process ends. */
	signal: AbortSignal;
	/** Receives sentences for the operator about what will be done and how it ended. */
	say: (text: string) => void;
	/** Called when a state may have changed. */
	onChange: () => void;
	now: () => Date;
	onError: (error: unknown) => void;
};

type Possible = Extract<Plan, { possible: true }>;
type Todo = { recipe: Recipe; plan: Possible };

const UNKNOWN: Installation = { status: "unknown" };
/** A download's progress is reported no more often than this. */
const TELL_EVERY_MS = 2_000;

/** Installs the missing tools one by one. */
export function createInstaller(deps: InstallerDeps): Installer {
	const { recipes, engines, memory, signal, say, now } = deps;
	const states = new Map<ToolKind, Installation>();
	const set = (kind: ToolKind, state: Installation) => {
		states.set(kind, state);
		deps.onChange();
	};

	async function round(): Promise<void> {
		const todo = await planAll();
		if (todo.length === 0 || signal.aborted) return;
		const lock = await deps.takeLock();
		// Another process is installing into the same folder; the next round will find what it adds.
		if (!lock) return expect(todo);
		try {
			await deps.removeLeftovers();
			say(announcement(todo));
			expect(todo);
			for (const [index, one] of todo.entries()) {
				if (signal.aborted) return;
				expect(todo.slice(index));
				await add(one);
			}
		} finally {
			await lock.release();
		}
	}

	/** The missing tools that can be installed now. Sets the reason for every other missing tool. */
	async function planAll(): Promise<Todo[]> {
		const known = await memory.read();
		const todo: Todo[] = [];
		for (const recipe of recipes) {
			const { kind } = recipe;
			const found = await engines[kind].detect();
			if (found.available) {
				states.delete(kind);
				continue;
			}
			const plan = await recipe.plan();
			if (!plan.possible) {
				set(kind, { status: "missing", why: plan.why, remedy: plan.remedy });
				continue;
			}
			const wait = deps.isPatient ? waitsFor(known[kind], plan.pin, now()) : undefined;
			if (wait) set(kind, missing(recipe, wait.why, wait.until));
			else todo.push({ recipe, plan });
		}
		return todo;
	}

	/** They are installed one by one, so each waits for those before it. */
	function expect(todo: readonly Todo[]): void {
		let readyBy = now().getTime();
		for (const { recipe, plan } of todo) {
			readyBy += plan.aboutMs;
			const before = states.get(recipe.kind);
			const since = before?.status === "installing" ? before.since : now().toISOString();
			const download = before?.status === "installing" ? before.download : null;
			states.set(recipe.kind, { status: "installing", since, readyBy: new Date(readyBy).toISOString(), download });
		}
		deps.onChange();
	}

	async function add({ recipe, plan }: Todo): Promise<void> {
		const { kind, title } = recipe;
		const before = (await memory.read())[kind];
		await memory.write(kind, started(before, plan.pin, now()));
		const outcome = await install(kind, plan, before);
		// Interrupted by our own shutdown: the record stays at "started", and the next start continues from there.
		if (signal.aborted) return;
		const found = outcome.ok ? await engines[kind].detect() : undefined;
		if (found?.available) {
			await memory.write(kind, {
				status: "installed",
				pin: plan.pin,
				at: now().toISOString(),
				version: found.version,
			});
			states.delete(kind);
			deps.onChange();
			say(`${title} ${found.version} is installed.`);
			return;
		}
		if (found) await deps.remove(kind);
		const why = outcome.ok ? (found?.available === false ? found.reason : "") : outcome.why;
		const record = failed(before, plan.pin, why, now());
		await memory.write(kind, record);
		const state = missing(recipe, why, new Date(record.status === "failed" ? record.notBefore : now()));
		set(kind, state);
		say(state.why);
	}

	async function install(kind: ToolKind, plan: Possible, before: InstallRecord | undefined) {
		const begun = now().getTime();
		let told = 0;
		const onDownload = (download: Download) => {
			const state = states.get(kind);
			if (state?.status !== "installing" || now().getTime() - told < TELL_EVERY_MS) return;
			told = now().getTime();
			const left = ((told - begun) / Math.max(1, download.done)) * (download.total - download.done);
			set(kind, { ...state, download, readyBy: new Date(told + left + UNPACKING_MS).toISOString() });
		};
		try {
			return await plan.install({ signal, interrupted: before?.status === "started", onDownload });
		} catch (error) {
			deps.onError(error);
			const why = error instanceof Error ? error.message : String(error);
			return { ok: false, why } as const;
		}
	}

	return {
		state: (kind) => states.get(kind) ?? (recipes.some((recipe) => recipe.kind === kind) ? UNKNOWN : undefined),
		async round() {
			try {
				await round();
			} catch (error) {
				deps.onError(error);
			}
		},
	};
}

const UNPACKING_MS = 30_000;

function announcement(todo: readonly Todo[]): string {
	const minutes = Math.max(1, Math.round(todo.reduce((sum, { plan }) => sum + plan.aboutMs, 0) / 60_000));
	const length = minutes === 1 ? "a minute" : `${minutes} minutes`;
	return [
		`Adding what is missing, in the background, in about ${length} (ENGINES=off switches this off):`,
		...todo.map(({ plan }) => `  ${plan.says}`),
	].join("\n");
}

function missing({ title }: Recipe, why: string, until: Date): Extract<Installation, { status: "missing" }> {
	const reason = why.trim().replace(/\.?$/, ".");
	return {
		status: "missing",
		why: `${title} could not be installed. ${reason}`,
		remedy: `It will be tried again after ${until.toISOString().slice(0, 16).replace("T", " ")} UTC, or now with: npm run engines`,
	};
}
