import type { WorkspaceId } from "#contract/ids.ts";
import { type LookForRecord, proofText } from "#server/platform/outgoing/look-for-record.ts";
import type { CheckedAddress, CheckedTarget, Target } from "#server/platform/outgoing/target.ts";
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

/** `missing`: the whole proof, or the file at the addresses that would be scanned. */
type Proven = { ok: true; at: CheckedAddress } | { ok: false; missing: "proof" | "file" };

/** Whether the proof still holds, and for which address; checked when a scan runs. */
export type Prove = (workspaceId: WorkspaceId, checked: CheckedTarget) => Promise<Proven>;

type Deps = { ownerships: OwnershipStore; findFile: FindFile; now: () => Date };

/** A file on another port only proves who runs that port; only a machine's administrator can open these two. */
const PORTS = [443, 80];

const NOT_ASKED: FileLook = { at: undefined, problem: undefined };

async function coveringOwnerships(
	{ ownerships, now }: Deps,
	workspaceId: WorkspaceId,
	target: Target,
): Promise<HostOwnership[]> {
	const all = await ownerships.list(wholeWorkspace(workspaceId));
	return all.filter((ownership) => covers(ownership, target) && statusOf(ownership, now()) === "proven");
}

/** Asks the target once, whatever the number of ownerships: an account could add many that cover one name. */
async function readFile(
	{ findFile }: Deps,
	{ target, addresses }: CheckedTarget,
): Promise<(ownership: HostOwnership) => FileLook> {
	const fileWith = await findFile({ host: target.host, addresses, ports: PORTS });
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

/** How many DNS lookups run at once: a slow name server must not hold up a scan, nor get all of them in one burst. */
const LOOKUPS_AT_ONCE = 8;

/**
 * Checks everything again, because a scan may have waited for days and the host may have been sold. The result is saved: a proof that is
 * gone is gone for the next scan too.
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
				// What this scan does not need stays as it is: a name server that is silent now must not end another proof.
				if (file.at) return { ok: true, at: file.at };
				missing = "file";
			}
		}
		return { ok: false, missing };
	};
}
