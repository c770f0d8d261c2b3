import type { Engines } from "./engine.ts";
import type { Sighting } from "./engine-list.ts";

/** For the banner: which tools this process can run, and which it cannot. */
export function toolsText(found: Sighting[], engines: Engines): string {
	const texts = found.flatMap((sighting) => {
		const { tool } = engines[sighting.kind];
		if (tool === null) return [];
		return [sighting.available ? `${tool} ${sighting.version}` : `${tool} not available`];
	});
	return texts.join(", ");
}
