import type { Engines } from "./engine.ts";
import type { Sighting } from "./engine-list.ts";

/** For the banner: which tools this process can run, which it cannot, and the command that adds those. */
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
	return [...(there.length > 0 ? [there.join(", ")] : []), ...notThere].join("; ");
}
