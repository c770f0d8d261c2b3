import type { AccountId } from "#contract/ids.ts";
import type { CheckedAddress, CheckedTarget, Target } from "../target.ts";
import { type Claim, covers, proofText, statusOf } from "./claim.ts";
import type { FileLook, FindFile } from "./find-file.ts";
import { lookOf } from "./look-for-proof.ts";
import type { LookForRecord } from "./look-for-record.ts";
import type { ClaimStore } from "./ports.ts";

/** What an account has proved about a host; checked when a scan is accepted. */
export type Ownership = {
	/** Whether an unexpired proof covers the name. */
	isClaimed(accountId: AccountId, target: Target): Promise<boolean>;
	/** Which of the target's addresses currently serves that proof's file under the target's name. */
	findFile(accountId: AccountId, checked: CheckedTarget): Promise<CheckedAddress | undefined>;
};

/** `missing`: the whole proof, or the file at the addresses that would be scanned. */
type Proven = { ok: true; at: CheckedAddress } | { ok: false; missing: "proof" | "file" };

/** Whether the proof still holds, and for which address; checked when a scan runs. */
export type Prove = (accountId: AccountId, checked: CheckedTarget) => Promise<Proven>;

type World = { claims: ClaimStore; findFile: FindFile; now: () => Date };

/** A file on another port only shows who runs that port; only a machine's administrator can open these two. */
const PORTS = [443, 80];

const NOT_ASKED: FileLook = { at: undefined, problem: undefined };

async function coveringClaims({ claims, now }: World, accountId: AccountId, target: Target): Promise<Claim[]> {
	const all = await claims.list(accountId);
	return all.filter((claim) => covers(claim, target) && statusOf(claim, now()) === "proven");
}

/** Asks the target once, whatever the number of claims: an account could make many that cover one name. */
async function readFile(
	{ findFile }: World,
	{ target, addresses }: CheckedTarget,
): Promise<(claim: Claim) => FileLook> {
	const fileWith = await findFile({ host: target.host, addresses, ports: PORTS });
	return ({ token }) => fileWith(proofText(token));
}

export function createOwnership(world: World): Ownership {
	return {
		isClaimed: async (accountId, target) => (await coveringClaims(world, accountId, target)).length > 0,
		async findFile(accountId, checked) {
			const covering = await coveringClaims(world, accountId, checked.target);
			if (covering.length === 0) return undefined;
			const fileOf = await readFile(world, checked);
			return covering.map((claim) => fileOf(claim).at).find((at) => at !== undefined);
		},
	};
}

/**
 * Checks everything again, because a scan may have waited for days and the host may have been sold. The result is saved: a
 * proof that is gone is gone for the next scan too.
 */
export function createProve(world: World & { lookForRecord: LookForRecord }): Prove {
	return async (accountId, checked) => {
		const covering = await coveringClaims(world, accountId, checked.target);
		if (covering.length === 0) return { ok: false, missing: "proof" };
		const fileOf = await readFile(world, checked);
		let missing: "proof" | "file" = "proof";
		for (const claim of covering) {
			const record = await world.lookForRecord(claim);
			const file = fileOf(claim);
			// A subdomain's file says nothing about the claimed host itself.
			const isItself = checked.target.host === claim.host;
			const look = lookOf(claim, record, isItself ? file : NOT_ASKED);
			await world.claims.record(claim.id, look, isItself ? file.at !== undefined : undefined);
			if (look.proof && file.at) return { ok: true, at: file.at };
			if (look.proof) missing = "file";
		}
		return { ok: false, missing };
	};
}
