import type { OwnedTarget } from "#contract/targets.ts";
import { type Claim, expiryOf, FILE_PATH, proofText, statusOf, txtName } from "./claim.ts";

/** A claim as its account sees it. */
export function ownedTargetOf(claim: Claim, now: Date): OwnedTarget {
	const { id, host, includesSubdomains, token, proof, checkedAt, problem } = claim;
	const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
	return {
		id,
		host,
		includesSubdomains,
		txtName: isAddress ? null : txtName(host),
		proof: proofText(token),
		filePath: includesSubdomains ? null : FILE_PATH,
		status: statusOf(claim, now),
		provenBy: proof?.by ?? null,
		provenAt: proof?.at.toISOString() ?? null,
		expiresAt: proof ? expiryOf(proof).toISOString() : null,
		checkedAt: checkedAt?.toISOString() ?? null,
		problem: problem ?? null,
	};
}
