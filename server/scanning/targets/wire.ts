import type { Base } from "#server/platform/base.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createLookForRecord } from "#server/platform/outgoing/look-for-record.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { TxtRecords } from "#server/platform/outgoing/txt-records.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { openPractice, type StartPractice } from "./open-practice.ts";
import type { FetchFile } from "./ownership/fetch-file.ts";
import { createFindFile } from "./ownership/find-file.ts";
import { createLookForProof } from "./ownership/look-for-proof.ts";
import { createOwnership, createProve } from "./ownership/ownership.ts";
import { createOptOuts } from "./store/opt-outs.ts";
import { createOwnershipStore } from "./store/ownership-store.ts";

export type Targets = Awaited<ReturnType<typeof wireTargets>>;

type OwnDeps = {
	startPractice: StartPractice;
	/** Looks for proof that a host belongs to an account. */
	txtRecords: TxtRecords;
	fetchFile: FetchFile;
};

/** What may be scanned, and who owns it. Also the practice target, whose ports are open to scans. */
export async function wireTargets({ config, deps, pool, works, origins, onClose, tell }: Base<OwnDeps>) {
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
