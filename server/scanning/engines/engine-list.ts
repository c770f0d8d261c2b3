import type { ScanKind } from "#contract/scans/scans.ts";
import type { Engine, Engines } from "./engine.ts";
import type { ToolState } from "./tool-state.ts";

/** What one worker knows about the tool of one kind. */
export type Sighting = { kind: ScanKind; state: ToolState };

/** One kind of scan, and its tool as reported by the running workers. */
export type ListedEngine = Pick<Engine, "kind" | "tool" | "check" | "requests"> & { state: ToolState };

export type EngineList = {
	/** In the order of the registry. */
	all(): Promise<ListedEngine[]>;
	/** Whether a kind of scan can be run now, according to the workers. */
	find(kind: ScanKind): Promise<ListedEngine>;
};

/** With several workers, the best state counts. */
const BEST_FIRST = ["available", "installing", "unknown", "missing", "off"] as const satisfies ToolState["status"][];

/** Every kind with what the running workers found, which `recent` reads. Our own checks are always available. */
export function createEngineList(engines: Engines, recent: () => Promise<Sighting[]>): EngineList {
	const listed = async (engine: Engines[ScanKind], sightings: Sighting[]): Promise<ListedEngine> => {
		const { kind, tool, check, requests }: Pick<Engine, "kind" | "tool" | "check" | "requests"> = engine;
		return {
			kind,
			tool,
			...(check && { check }),
			...(requests && { requests }),
			state: await stateOf(engine, sightings),
		};
	};
	return {
		async all() {
			const sightings = await recent();
			return Promise.all(Object.values(engines).map((engine) => listed(engine, sightings)));
		},
		async find(kind) {
			const engine = engines[kind];
			return listed(engine, engine.tool === null ? [] : await recent());
		},
	};
}

/** Unknown if no worker has reported anything, because one may be starting right now. */
async function stateOf({ kind, tool, detect }: Pick<Engine, "kind" | "tool" | "detect">, sightings: Sighting[]) {
	if (tool === null) return ownState(await detect());
	const states = sightings.filter((sighting) => sighting.kind === kind).map(({ state }) => state);
	const best = BEST_FIRST.flatMap((status) => states.filter((state) => state.status === status));
	return best[0] ?? ({ status: "unknown" } as const);
}

const ownState = (found: Awaited<ReturnType<Engine["detect"]>>): ToolState =>
	found.available
		? { status: "available", version: found.version }
		: { status: "missing", why: found.reason, remedy: null };
