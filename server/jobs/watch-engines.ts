import { setTimeout as delay } from "node:timers/promises";
import type { ScanKind } from "#contract/scans.ts";
import type { EngineSightings } from "../db/engine-sightings.ts";
import type { Availability, Engine, Engines } from "../engines/engine.ts";
import type { Sighting } from "../engines/engine-list.ts";
import type { Logger } from "../logger.ts";
import { type Installing, toolStateOf } from "../tools/tool-state.ts";

type World = {
	engines: Engines;
	sightings: EngineSightings;
	installation: Installing;
	workerId: string;
	everyMs: number;
	/** How long one look waits for a tool that takes its time, so that the others need not. */
	patienceMs?: number;
	log: Logger;
	/** Called after each look with what was found of each tool, without those that have not answered yet. */
	onFound: (found: Sighting[]) => Promise<void>;
};

export type EngineWatch = {
	/** What was found so far; of a tool that has not answered yet, nothing. */
	found(): Sighting[];
	/** Looks at once, and not only when it is time. */
	lookNow(): void;
	stop(): Promise<void>;
};

/** All but ZAP have answered by then; ZAP takes up to two minutes, and the server's start is not to wait for it. */
const PATIENCE_MS = 3_000;

/**
 * Looks for this worker's tools now and from time to time, and writes down what it found for every process to read. A tool that
 * takes longer than a look counts as it did before, and is recorded as soon as it has answered.
 */
export async function watchEngines(world: World): Promise<EngineWatch> {
	const { sightings, installation, workerId, everyMs, patienceMs = PATIENCE_MS, log } = world;
	const engines: Pick<Engine, "kind" | "detect">[] = Object.values(world.engines);
	const ending = new AbortController();
	const { signal } = ending;
	const known = new Map<ScanKind, Availability>();
	const underWay = new Map<ScanKind, Promise<void>>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let telling: Promise<void> = Promise.resolve();
	let looking: Promise<void> = Promise.resolve();
	let isWaiting = false;

	const sighting = (kind: ScanKind): Sighting => {
		const found = known.get(kind);
		if (!found) return { kind, state: { status: "unknown" } };
		return { kind, state: toolStateOf(found, kind === "combined" ? undefined : installation(kind)) };
	};
	const found = () => engines.flatMap(({ kind }) => (known.has(kind) ? [sighting(kind)] : []));
	/** One after the other, so that what is recorded last is what was known last. */
	const tell = () => {
		const told = telling.then(async () => {
			if (signal.aborted) return;
			await sightings.record(
				workerId,
				engines.map(({ kind }) => sighting(kind)),
			);
			await world.onFound(found());
		});
		telling = told.catch(() => undefined);
		return told;
	};
	const onError = (error: unknown) => log.warn({ error }, "scan tools could not be looked for");
	const look = async () => {
		let isTold = false;
		for (const { kind, detect } of engines) {
			if (underWay.has(kind)) continue;
			const one = detect(signal).then((availability) => {
				underWay.delete(kind);
				known.set(kind, availability);
				if (isTold) return tell().catch(onError);
			});
			underWay.set(kind, one);
		}
		await Promise.race([Promise.all(underWay.values()), delay(patienceMs, undefined, { ref: false })]);
		isTold = true;
		await tell();
	};
	const lookNow = () => {
		// A look that has not begun yet will see what changed.
		if (signal.aborted || isWaiting) return;
		isWaiting = true;
		clearTimeout(timer);
		looking = looking
			.then(() => {
				isWaiting = false;
				return look();
			})
			.catch(onError)
			.then(plan);
	};
	const plan = () => {
		clearTimeout(timer);
		if (!signal.aborted) timer = setTimeout(lookNow, everyMs);
	};

	await look();
	plan();
	return {
		found,
		lookNow,
		async stop() {
			ending.abort();
			clearTimeout(timer);
			await Promise.all([looking, ...underWay.values()]);
			await telling;
			await sightings.forget(workerId);
		},
	};
}
