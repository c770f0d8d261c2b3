import type { WorkspaceId } from "#contract/ids.ts";
import type { Target } from "#contract/scans/parse-target.ts";
import { type LookForRecord, proofText } from "#server/platform/outgoing/look-for-record.ts";
import type { CheckedAddress, CheckedTarget } from "#server/platform/outgoing/target.ts";
import { wholeWorkspace } from "#server/platform/tenancy/scope.ts";
import type { OwnershipStore } from "../store/ownership-store.ts";
import type { FileLook, FindFile } from "./find-file.ts";
import { covers, type HostOwnership, statusOf } from "./host-ownership.ts";
import { lookOf } from "./look-for-proof.ts";

/** What a workspace has proved about a host; checked when a scan is accepted. */
export type Ownership = {
	/** Whether an unexpired proof covers the name. */
	isProven(workspaceId: WorkspaceId, target: Target): Promise<boolean>;
	/** Which of the target's addresses currently serves that proof's file under the target's name. */
	findFile(workspaceId: WorkspaceId, checked: CheckedTarget): Promise<CheckedAddress | undefined>;
};

/** `proof`: there is no valid proof. `file`: there is one, but none of the addresses to scan serves the file. */
type Proven = { ok: true; at: CheckedAddress } | { ok: false; missing: "proof" | "file" };

/** Whether the proof still holds, and for which address; checked when a scan runs. */
export type Prove = (workspaceId: WorkspaceId, checked: CheckedTarget) => Promise<Proven>;

type Deps = { ownerships: OwnershipStore; findFile: FindFile; now: () => Date };

/** Only an administrator can bind these two. A file on another port proves control of that port alone. */
const PROOF_PORTS = [443, 80];

const NOT_ASKED: FileLook = { at: undefined, problem: undefined };

async function coveringOwnerships(
	{ ownerships, now }: Deps,
	workspaceId: WorkspaceId,
	target: Target,
): Promise<HostOwnership[]> {
	const all = await ownerships.list(wholeWorkspace(workspaceId));
	return all.filter((ownership) => covers(ownership, target) && statusOf(ownership, now()) === "proven");
}

/** Fetches the file once, however many ownerships cover the name: a workspace could add many of them. */
async function readFile(
	{ findFile }: Deps,
	{ target, addresses }: CheckedTarget,
): Promise<(ownership: HostOwnership) => FileLook> {
	const fileWith = await findFile({ host: target.host, addresses, ports: PROOF_PORTS });
	return ({ token }) => fileWith(proofText(token));
}

export function createOwnership(deps: Deps): Ownership {
	return {
		isProven: async (workspaceId, target) => (await coveringOwnerships(deps, workspaceId, target)).length > 0,
		async findFile(workspaceId, checked) {
			const covering = await coveringOwnerships(deps, workspaceId, checked.target);
			if (covering.length === 0) return undefined;
			const fileOf = await readFile(deps, checked);
			return covering.map((ownership) => fileOf(ownership).at).find((at) => at !== undefined);
		},
	};
}

/** How many DNS lookups run at once: a slow name server must not hold up a scan, and must not get all of them at once. */
const LOOKUPS_AT_ONCE = 8;

/**
 * Checks again until one proof passes, because a scan may have waited for days and the host may have been sold. Each result up to then is
 * saved: a lost proof stays lost for later scans.
 */
export function createProve(deps: Deps & { lookForRecord: LookForRecord }): Prove {
	return async (workspaceId, checked) => {
		const covering = await coveringOwnerships(deps, workspaceId, checked.target);
		if (covering.length === 0) return { ok: false, missing: "proof" };
		const fileOf = await readFile(deps, checked);
		let missing: "proof" | "file" = "proof";
		for (let first = 0; first < covering.length; first += LOOKUPS_AT_ONCE) {
			const looked = covering.slice(first, first + LOOKUPS_AT_ONCE).map(async (ownership) => ({
				ownership,
				record: await deps.lookForRecord(ownership),
			}));
			for (const { ownership, record } of await Promise.all(looked)) {
				const file = fileOf(ownership);
				// A subdomain's file proves nothing about the host above it.
				const isItself = checked.target.host === ownership.host;
				const look = lookOf(ownership, record, isItself ? file : NOT_ASKED);
				await deps.ownerships.record(ownership.id, look, isItself ? file.at !== undefined : undefined);
				if (look.proof === undefined) continue;
				// The remaining proofs are left alone: a name server that is silent now must not end them.
				if (file.at) return { ok: true, at: file.at };
				missing = "file";
			}
		}
		return { ok: false, missing };
	};
}
