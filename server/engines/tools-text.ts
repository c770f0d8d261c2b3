import type { Engines } from "./engine.ts";
import type { Sighting } from "./engine-list.ts";

/** For the banner: which tools this process can run, which it cannot, the command that adds those, and which are yet to answer. */
export function toolsText(found: Sighting[], engines: Engines): string {
	const tools = found.flatMap((sighting) => {
		const { tool, install } = engines[sighting.kind];
		return tool === null ? [] : [{ tool, install, ...sighting }];
	});
	const there = tools.flatMap((one) => (one.available ? [`${one.tool} ${one.version}`] : []));
	const missing = Map.groupBy(
		tools.filter(({ available }) => !available),
		({ install }) => install,
	);
	const notThere = [...missing].map(([install, all]) => {
		const names = all.map(({ tool }) => tool).join(", ");
		return `not available: ${names}${install === null ? "" : ` (${install} adds what it can)`}`;
	});
	const late = Object.values(engines).flatMap(({ kind, tool }) =>
		tool === null || found.some((sighting) => sighting.kind === kind) ? [] : [tool],
	);
	return [
		...(there.length > 0 ? [there.join(", ")] : []),
		...notThere,
		...(late.length > 0 ? [`still looking for ${late.join(", ")}`] : []),
	].join("; ");
}
