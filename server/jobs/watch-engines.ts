import { setTimeout as delay } from "node:timers/promises";
import type { ScanKind } from "#contract/scans.ts";
import type { EngineSightings } from "../db/engine-sightings.ts";
import type { Engine, Engines } from "../engines/engine.ts";
import type { Sighting } from "../engines/engine-list.ts";
import type { Logger } from "../logger.ts";

type World = {
	engines: Engines;
	sightings: EngineSightings;
	workerId: string;
	everyMs: number;
	/** How long one look waits for a tool that takes its time, so that the others need not. */
	patienceMs?: number;
	log: Logger;
	/** Told what was found of each tool after each look; of one that has not answered yet, nothing. */
	onFound: (found: Sighting[]) => Promise<void>;
};

/** All but ZAP have answered by then; ZAP takes up to two minutes, and the server's start is not to wait for it. */
const PATIENCE_MS = 3_000;

/**
 * Looks for this worker's tools now and from time to time, and writes down what it found for every process to read. A tool that
 * takes longer than a look counts as it did before, and is told as soon as it has answered.
 */
export async function watchEngines(world: World): Promise<{ found(): Sighting[]; stop(): Promise<void> }> {
	const { sightings, workerId, everyMs, patienceMs = PATIENCE_MS, log } = world;
	const engines: Pick<Engine, "kind" | "tool" | "detect">[] = Object.values(world.engines);
	const ending = new AbortController();
	const { signal } = ending;
	const known = new Map<ScanKind, Sighting>();
	const underWay = new Map<ScanKind, Promise<void>>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let telling: Promise<void> = Promise.resolve();
	let looking: Promise<void> = Promise.resolve();

	const found = () => engines.flatMap(({ kind }) => known.get(kind) ?? []);
	const seen = () =>
		engines.map(({ kind, tool }): Sighting => {
			return known.get(kind) ?? { kind, available: false, reason: `${tool ?? kind} is still being looked for.` };
		});
	/** One after the other, so that what is told last is what was known last. */
	const tell = () => {
		const told = telling.then(async () => {
			if (signal.aborted) return;
			await sightings.record(workerId, seen());
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
				known.set(kind, { kind, ...availability });
				if (isTold) return tell().catch(onError);
			});
			underWay.set(kind, one);
		}
		await Promise.race([Promise.all(underWay.values()), delay(patienceMs, undefined, { ref: false })]);
		isTold = true;
		await tell();
	};
	const plan = () => {
		if (!signal.aborted)
			timer = setTimeout(() => {
				looking = look().catch(onError).then(plan);
			}, everyMs);
	};

	await look();
	plan();
	return {
		found,
		async stop() {
			ending.abort();
			clearTimeout(timer);
			await Promise.all([looking, ...underWay.values()]);
			await telling;
			await sightings.forget(workerId);
		},
	};
}
