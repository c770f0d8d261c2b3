import { setTimeout as delay } from "node:timers/promises";
import { isToolKind } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { Availability, Engine, Engines } from "../engine.ts";
import type { Sighting } from "../engine-list.ts";
import type { EngineSightings } from "../store/engine-sightings.ts";
import { type Installing, toolStateOf } from "../tool-state.ts";

type WatchEnginesDeps = {
	engines: Engines;
	sightings: EngineSightings;
	installation: Installing;
	workerId: string;
	everyMs: number;
	/** How long one look waits for a slow tool, so that the others do not have to. */
	patienceMs?: number;
	log: Logger;
	/** Called after each look with the state of each tool that has answered. */
	onFound: (found: Sighting[]) => Promise<void>;
};

export type EngineWatch = {
	/** The states found so far; a tool that has not answered yet has none. */
	found(): Sighting[];
	/** Looks right now instead of at the next interval. */
	lookNow(): void;
	stop(): Promise<void>;
};

/** By then all tools but ZAP have answered. ZAP takes up to two minutes, and the server's start must not wait for it. */
const PATIENCE_MS = 3_000;

/**
 * Looks for this worker's tools now and from time to time, and records what it found for every process to read. A tool that
 * takes longer than a look keeps its earlier state and is recorded as soon as it has answered.
 */
export async function watchEngines(deps: WatchEnginesDeps): Promise<EngineWatch> {
	const { sightings, installation, workerId, everyMs, patienceMs = PATIENCE_MS, log } = deps;
	const engines: Pick<Engine, "kind" | "detect" | "appears">[] = Object.values(deps.engines);
	const ending = new AbortController();
	const { signal } = ending;
	const known = new Map<ScanKind, Availability>();
	const underWay = new Map<ScanKind, Promise<void>>();
	const awaited = new Map<ScanKind, Promise<void>>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let telling: Promise<void> = Promise.resolve();
	let looking: Promise<void> = Promise.resolve();
	let isWaiting = false;

	const sighting = (kind: ScanKind): Sighting => {
		const found = known.get(kind);
		if (!found) return { kind, state: { status: "unknown" } };
		return { kind, state: toolStateOf(found, isToolKind(kind) ? installation(kind) : undefined) };
	};
	const found = () => engines.flatMap(({ kind }) => (known.has(kind) ? [sighting(kind)] : []));
	/** One at a time, so that the last record is the newest. */
	const tell = () => {
		const next = telling.then(async () => {
			if (signal.aborted) return;
			await sightings.record(
				workerId,
				engines.map(({ kind }) => sighting(kind)),
			);
			await deps.onFound(found());
		});
		telling = next.catch(() => undefined);
		return next;
	};
	const onError = (error: unknown) => log.warn({ error }, "scan tools could not be looked for");
	const waitFor = ({ kind, appears }: (typeof engines)[number]) => {
		if (!appears || awaited.has(kind) || signal.aborted) return;
		const one = appears(signal).then((isWorthLooking) => {
			awaited.delete(kind);
			if (isWorthLooking) lookNow();
		});
		awaited.set(kind, one);
	};
	const look = async () => {
		let isTold = false;
		for (const engine of engines) {
			const { kind, detect } = engine;
			if (underWay.has(kind)) continue;
			const one = detect(signal).then((availability) => {
				underWay.delete(kind);
				known.set(kind, availability);
				if (!availability.available) waitFor(engine);
				if (isTold) return tell().catch(onError);
			});
			underWay.set(kind, one);
		}
		await Promise.race([Promise.all(underWay.values()), delay(patienceMs, undefined, { ref: false })]);
		isTold = true;
		await tell();
	};
	const lookNow = () => {
		// A look that has not started yet will see the change.
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
			await Promise.all([looking, ...underWay.values(), ...awaited.values()]);
			await telling;
			await sightings.forget(workerId);
		},
	};
}
