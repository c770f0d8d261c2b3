import type { EngineInfo } from "#contract/engines.ts";
import type { ScanKind } from "#contract/scans.ts";
import type { Availability, Engine, Engines } from "./engine.ts";

/** What one worker found of one kind's tool. */
export type Sighting = { kind: ScanKind } & Availability;

export type EngineList = {
	/** In the order of the registry. */
	all(): Promise<EngineInfo[]>;
	find(kind: ScanKind): Promise<EngineInfo>;
};

const NO_WORKER = "No worker is running here at the moment, so it is not known whether this kind of scan can be run.";

/** Every kind with what the living workers found of it; `recent` reads that. Our own checks need no looking for. */
export function createEngineList(engines: Engines, recent: () => Promise<Sighting[]>): EngineList {
	const infoOf = async (engine: Engines[ScanKind], sightings: Sighting[]): Promise<EngineInfo> => {
		const { kind, tool, install, needs } = engine;
		const seen = await availabilityOf(engine, sightings);
		return seen.available
			? { kind, tool, available: true, version: seen.version, reason: null, install: null, needs }
			: { kind, tool, available: false, version: null, reason: seen.reason, install, needs };
	};
	return {
		async all() {
			const sightings = await recent();
			return Promise.all(Object.values(engines).map((engine) => infoOf(engine, sightings)));
		},
		async find(kind) {
			const engine = engines[kind];
			return infoOf(engine, engine.tool === null ? [] : await recent());
		},
	};
}

/** One worker that has the tool is enough. */
async function availabilityOf({ kind, tool, detect }: Pick<Engine, "kind" | "tool" | "detect">, sightings: Sighting[]) {
	if (tool === null) return detect();
	const own = sightings.filter((sighting) => sighting.kind === kind);
	return own.find(({ available }) => available) ?? own[0] ?? ({ available: false, reason: NO_WORKER } as const);
}
