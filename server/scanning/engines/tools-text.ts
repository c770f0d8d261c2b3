import type { Engines } from "./engine.ts";
import type { Sighting } from "./engine-list.ts";
import type { ToolState } from "./tool-state.ts";

/** What the banner says about tools in this state: what they are, and why. Undefined if they are available. */
function note(state: ToolState): { are: string; why: string } | undefined {
	switch (state.status) {
		case "available":
			return undefined;
		case "off":
			return { are: "not installed", why: "ENGINES is off; npm run engines adds what it can" };
		case "missing":
			// It may well be installed, and be too old, or a daemon that has not started.
			return { are: "not available", why: state.why };
		case "unknown":
		case "installing":
			return {
				are: "not installed",
				why: "what can be added is added as soon as this is ready; ENGINES=off switches that off",
			};
	}
}

/** For the banner: which tools this process can run, which it cannot and what will be done about those, and which have not answered yet. */
export function toolsText(found: Sighting[], engines: Engines): string {
	const tools = found.flatMap(({ kind, state }) => {
		const { tool } = engines[kind];
		return tool === null ? [] : [{ tool, state }];
	});
	const there = tools.flatMap(({ tool, state }) => (state.status === "available" ? [`${tool} ${state.version}`] : []));
	const others = tools.flatMap(({ tool, state }) => {
		const said = note(state);
		return said ? [{ tool, ...said }] : [];
	});
	const notThere = [...Map.groupBy(others, ({ why }) => why)].map(
		([why, all]) => `${all[0]?.are}: ${all.map(({ tool }) => tool).join(", ")} (${why})`,
	);
	const late = Object.values(engines).flatMap(({ kind, tool }) =>
		tool === null || found.some((sighting) => sighting.kind === kind) ? [] : [tool],
	);
	return [
		...(there.length > 0 ? [there.join(", ")] : []),
		...notThere,
		...(late.length > 0 ? [`still looking for ${late.join(", ")}`] : []),
	].join("; ");
}
