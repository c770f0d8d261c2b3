import type { Base } from "#server/platform/base.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { createOwnershipStore } from "#server/scanning/targets/store/ownership-store.ts";
import { createDigestStore } from "./digests/store/digest-store.ts";
import { createFindingReader } from "./store/finding-reader.ts";
import { createRetests } from "./store/finding-retests.ts";
import { createSayVerdict } from "./store/finding-verdicts.ts";
import { createAssetStore, readAssets } from "./store/hosts/asset-store.ts";

export type Findings = ReturnType<typeof wireFindings>;

/** What scans found, the decisions about it, and the hosts it was found on. */
export function wireFindings({ deps: { now }, pool, walled }: Base) {
	const assetDeps = { ownershipsIn: createOwnershipStore, now };
	return {
		reader: createFindingReader(walled, now),
		digests: createDigestStore(pool),
		sayVerdict: createSayVerdict(walled, now),
		retests: createRetests(walled),
		assets: createAssetStore(walled, assetDeps),
		/** For reports, which no request waits for. */
		listAssets: (seen: Seen) => readAssets(pool, assetDeps, seen),
	};
}
