import type { AccountId } from "#contract/ids.ts";
import type { Target } from "../target.ts";
import { covers, statusOf } from "./claim.ts";
import type { LookForProof } from "./look-for-proof.ts";
import type { ClaimStore } from "./ports.ts";

export type Owns = (accountId: AccountId, target: Target) => Promise<boolean>;

type World = { claims: ClaimStore; now: () => Date };

/** Whether the account has a proof that covers the target and has not run out. */
export const createOwns =
	({ claims, now }: World): Owns =>
	async (accountId, target) =>
		(await claims.list(accountId)).some((claim) => covers(claim, target) && statusOf(claim, now()) === "proven");

/**
 * Whether it still has: looks again, because a scan may have waited for days, and a host can be sold in one. What it sees
 * is kept; a proof that is gone is gone for the next scan too.
 */
export const createStillOwns =
	({ claims, now, lookForProof }: World & { lookForProof: LookForProof }): Owns =>
	async (accountId, target) => {
		for (const claim of await claims.list(accountId)) {
			if (!covers(claim, target) || statusOf(claim, now()) !== "proven") continue;
			const look = await lookForProof(claim);
			await claims.record(claim.id, look);
			if (look.found) return true;
		}
		return false;
	};
