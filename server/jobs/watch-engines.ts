import type { EngineSightings } from "../db/engine-sightings.ts";
import type { Engines } from "../engines/engine.ts";
import type { Sighting } from "../engines/engine-list.ts";
import type { Logger } from "../logger.ts";

type World = {
	engines: Engines;
	sightings: EngineSightings;
	workerId: string;
	everyMs: number;
	log: Logger;
	/** Told what there is after each look. */
	onFound: (found: Sighting[]) => Promise<void>;
};

/** Looks for this worker's tools now and from time to time, and writes down what it found for every process to read. */
export async function watchEngines(world: World): Promise<{ found: Sighting[]; stop(): Promise<void> }> {
	const { sightings, workerId, everyMs, log } = world;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let looking: Promise<unknown> = Promise.resolve();
	let stopped = false;

	const look = async () => {
		const found = await detectAll(world.engines);
		if (stopped) return found;
		await sightings.record(workerId, found);
		await world.onFound(found);
		return found;
	};
	const lookAgain = () => {
		looking = look()
			.catch((error) => log.warn({ error }, "scan tools could not be looked for"))
			.then(plan);
	};
	const plan = () => {
		if (!stopped) timer = setTimeout(lookAgain, everyMs);
	};

	const found = await look();
	plan();
	return {
		found,
		async stop() {
			stopped = true;
			clearTimeout(timer);
			await looking;
			await sightings.forget(workerId);
		},
	};
}

function detectAll(engines: Engines): Promise<Sighting[]> {
	return Promise.all(
		Object.values(engines).map(async ({ kind, detect }): Promise<Sighting> => ({ kind, ...(await detect()) })),
	);
}
