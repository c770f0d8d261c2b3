import { isIP } from "node:net";
import type { OwnedTarget } from "#contract/scans/targets.ts";
import { proofText, txtName } from "#server/platform/outgoing/look-for-record.ts";
import { expiryOf, FILE_PATH, type HostOwnership, statusOf } from "./host-ownership.ts";

/** An ownership as its account sees it. */
export function ownedTargetOf(ownership: HostOwnership, now: Date): OwnedTarget {
	const { id, host, includesSubdomains, token, proof, fileSeenAt, checkedAt, problem } = ownership;
	return {
		id,
		host,
		includesSubdomains,
		txtName: isIP(host) === 0 ? txtName(host) : null,
		proof: proofText(token),
		filePath: FILE_PATH,
		status: statusOf(ownership, now),
		provenBy: proof?.by ?? null,
		provenAt: proof?.at.toISOString() ?? null,
		expiresAt: proof ? expiryOf(proof).toISOString() : null,
		fileSeenAt: fileSeenAt?.toISOString() ?? null,
		checkedAt: checkedAt?.toISOString() ?? null,
		problem: problem ?? null,
	};
}
