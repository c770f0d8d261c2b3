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
 * Checks everything again, because a scan may have waited for days and the host may have been sold. The result is saved: a
 * proof that is gone is gone for the next scan too.
 */
export function createProve(world: World & { lookForRecord: LookForRecord }): Prove {
	return async (accountId, checked) => {
		let missing: "proof" | "file" = "proof";
		for (const claim of await coveringClaims(world, accountId, checked.target)) {
			const [record, file] = await Promise.all([world.lookForRecord(claim), fileOf(world, checked, claim)]);
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
