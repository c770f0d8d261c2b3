import type { Config } from "#server/platform/settings/config.ts";
import type { AppDeps } from "./app-deps.ts";
import { wireAreas } from "./areas.ts";
import { type AppBase, openBase } from "./base.ts";
import { serve } from "./serve.ts";
import { work } from "./work.ts";
import { workApart } from "./worker-process/wire.ts";

export type Plumbline = {
	/** Where people reach it. */
	publicUrl: string;
	/** The port it listens on; undefined for a worker, which does not. */
	port: number | undefined;
	/** Where the practice target listens. */
	practicePorts: number[];
	/** What the banner says, as pairs of a label and a text. */
	facts: [label: string, text: string][];
	/** Resolves with the reason when it cannot continue, for example because the embedded database is gone. */
	broken: Promise<string>;
	/** Starts installing missing scan tools; call it once everything else is ready. */
	addTools(): void;
	/** Call it before `close`: makes load balancers send requests elsewhere, and still answers everything in the meantime. */
	leave(): Promise<void>;
	close(): Promise<void>;
};

/** Starts everything this process does. If a part fails to start, whatever was already started is closed again. */
export async function startPlumbline(config: Config, deps: AppDeps): Promise<Plumbline> {
	const closers = createClosers();
	const closeAll = () => closers.closeAll((error) => deps.log.error({ error }, "not closed cleanly"));
	try {
		return { ...(await start(config, deps, closers.add)), close: closeAll };
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(config: Config, deps: AppDeps, onClose: AppBase["onClose"]): Promise<Omit<Plumbline, "close">> {
	const facts: Plumbline["facts"] = [];
	const tell: AppBase["tell"] = (label, text) => {
		const same = facts.find(([known]) => known === label && label !== "");
		if (same) same[1] = text;
		else facts.push([label, text]);
	};
	const apart = config.ROLE === "all" ? deps.workerProcess : undefined;
	const base = await openBase(config, deps, { works: config.ROLE !== "api" && !apart, tell, onClose });

	const areas = await wireAreas(base);

	// Ends after the last request and before the database.
	if (apart) onClose(apart.close);
	const served = config.ROLE === "worker" ? undefined : await serve(base, areas);
	const worker = base.works ? await work(base, areas) : apart;
	if (apart && served) await workApart(apart, base, { targets: areas.targets, port: served.port });
	// Closed first: from then on, lost connections are expected.
	onClose(base.willClose);
	base.readiness.open();
	return {
		publicUrl: base.origins().publicUrl,
		port: served?.port,
		practicePorts: areas.targets.practicePorts,
		facts,
		broken: base.broken,
		addTools: () => worker?.addTools(),
		async leave() {
			apart?.leave();
			await served?.leave();
		},
	};
}

/** What to close at the end, newest first. `closeAll` closes everything, even if some of it fails. */
function createClosers() {
	const closers: (() => unknown)[] = [];
	return {
		add: (close: () => unknown) => closers.push(close),
		async closeAll(onError: (error: unknown) => void) {
			for (let close = closers.pop(); close; close = closers.pop()) {
				try {
					await close();
				} catch (error) {
					onError(error);
				}
			}
		},
	};
}
