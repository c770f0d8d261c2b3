import type { Base } from "#server/platform/base.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { openPractice } from "./open-practice.ts";
import { createFindFile } from "./ownership/find-file.ts";
import { createLookForProof } from "./ownership/look-for-proof.ts";
import { createLookForRecord } from "./ownership/look-for-record.ts";
import { createOwnership, createProve } from "./ownership/ownership.ts";
import { createOptOuts } from "./store/opt-outs.ts";
import { createOwnershipStore } from "./store/ownership-store.ts";

export type Targets = Awaited<ReturnType<typeof wireTargets>>;

/** What may be scanned, and whose it is. Also the practice target, whose ports are open to scans. */
export async function wireTargets({ config, deps, pool, works, origins, onClose, tell }: Base) {
	const { resolver, now } = deps;
	const practice = await openPractice(config, works, deps.startPractice);
	onClose(practice.close);
	tell("Practice", practice.fact);

	const ownHosts = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : [];
	const guard = createGuard({
		policy: createPolicy({ allow: config.SCAN_ALLOW, practicePorts: practice.ports }),
		resolver,
		ownHosts,
		isOptedOut: createOptOuts(pool),
	});
	const ownerships = createOwnershipStore(pool);
	const lookForRecord = createLookForRecord(deps.txtRecords);
	const findFile = createFindFile({
		fetchFile: deps.fetchFile,
		userAgent: () => scannerUserAgent(origins().publicUrl),
	});
	return {
		guard,
		ownHosts,
		practicePorts: practice.ports,
		ownerships,
		ownership: createOwnership({ ownerships, findFile, now }),
		prove: createProve({ ownerships, lookForRecord, findFile, now }),
		lookForProof: createLookForProof({ guard, lookForRecord, findFile }),
	};
}
