import type { AccountId } from "#contract/ids.ts";
import type { CheckedAddress, CheckedTarget, Target } from "../target.ts";
import { type Claim, covers, proofText, statusOf } from "./claim.ts";
import type { FileLook, FindFile } from "./find-file.ts";
import { lookOf } from "./look-for-proof.ts";
import type { LookForRecord } from "./look-for-record.ts";
import type { ClaimStore } from "./ports.ts";

/** What an account has shown of a host, asked when a scan is accepted. */
export type Ownership = {
	/** Whether a proof that has not run out covers the name. */
	isClaimed(accountId: AccountId, target: Target): Promise<boolean>;
	/** Which of the target's addresses serves the file of such a proof now, under the target's name. */
	findFile(accountId: AccountId, checked: CheckedTarget): Promise<CheckedAddress | undefined>;
};

/** `missing`: the whole proof, or the file at the addresses that would be scanned. */
type Proven = { ok: true; at: CheckedAddress } | { ok: false; missing: "proof" | "file" };

/** Whether what was shown still holds, and of which address; asked when a scan runs. */
export type Prove = (accountId: AccountId, checked: CheckedTarget) => Promise<Proven>;

type World = { claims: ClaimStore; findFile: FindFile; now: () => Date };

/** A file at another port shows who runs that port; these two are for a machine's administrator to open. */
const PORTS = [443, 80];

const NOT_ASKED: FileLook = { at: undefined, problem: undefined };

async function coveringClaims({ claims, now }: World, accountId: AccountId, target: Target): Promise<Claim[]> {
	const all = await claims.list(accountId);
	return all.filter((claim) => covers(claim, target) && statusOf(claim, now()) === "proven");
}

const fileOf = ({ findFile }: World, { target, addresses }: CheckedTarget, { token }: Claim): Promise<FileLook> =>
	findFile({ host: target.host, addresses, ports: PORTS }, proofText(token));

export function createOwnership(world: World): Ownership {
	return {
		isClaimed: async (accountId, target) => (await coveringClaims(world, accountId, target)).length > 0,
		async findFile(accountId, checked) {
			for (const claim of await coveringClaims(world, accountId, checked.target)) {
				const { at } = await fileOf(world, checked, claim);
				if (at) return at;
			}
			return undefined;
		},
	};
}

/**
 * Looks again at everything, because a scan may have waited for days, and a host can be sold in one. What it sees is kept: a
 * proof that is gone is gone for the next scan too.
 */
export function createProve(world: World & { lookForRecord: LookForRecord }): Prove {
	return async (accountId, checked) => {
		let missing: "proof" | "file" = "proof";
		for (const claim of await coveringClaims(world, accountId, checked.target)) {
			const [record, file] = await Promise.all([world.lookForRecord(claim), fileOf(world, checked, claim)]);
			// The file of a name below the claimed host says nothing about that host.
			const isItself = checked.target.host === claim.host;
			const look = lookOf(claim, record, isItself ? file : NOT_ASKED);
			await world.claims.record(claim.id, look, isItself ? file.at !== undefined : undefined);
			if (look.proof && file.at) return { ok: true, at: file.at };
			if (look.proof) missing = "file";
		}
		return { ok: false, missing };
	};
}
