import { isIP } from "node:net";
import type { OwnedTarget } from "#contract/targets.ts";
import { type Claim, expiryOf, FILE_PATH, proofText, statusOf, txtName } from "./claim.ts";

/** A claim as its account sees it. */
export function ownedTargetOf(claim: Claim, now: Date): OwnedTarget {
	const { id, host, includesSubdomains, token, proof, fileSeenAt, checkedAt, problem } = claim;
	return {
		id,
		host,
		includesSubdomains,
		txtName: isIP(host) === 0 ? txtName(host) : null,
		proof: proofText(token),
		filePath: FILE_PATH,
		status: statusOf(claim, now),
		provenBy: proof?.by ?? null,
		provenAt: proof?.at.toISOString() ?? null,
		expiresAt: proof ? expiryOf(proof).toISOString() : null,
		fileSeenAt: fileSeenAt?.toISOString() ?? null,
		checkedAt: checkedAt?.toISOString() ?? null,
		problem: problem ?? null,
	};
}
