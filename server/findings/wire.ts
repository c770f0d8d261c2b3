import type { Base } from "../base.ts";
import { createAssetStore } from "../db/findings/asset-store.ts";
import { createFindingReader } from "../db/findings/finding-reader.ts";
import { createRetests } from "../db/findings/finding-retests.ts";
import { createSayVerdict } from "../db/findings/finding-verdicts.ts";
import type { Targets } from "../targets/wire.ts";

export type Findings = ReturnType<typeof wireFindings>;

/** What scans found, what was said about it, and the hosts it was found on. */
export function wireFindings({ deps: { now }, pool }: Base, { ownerships }: Targets) {
	return {
		reader: createFindingReader(pool, now),
		sayVerdict: createSayVerdict(pool, now),
		retests: createRetests(pool),
		assets: createAssetStore(pool, { ownerships, now }),
	};
}
