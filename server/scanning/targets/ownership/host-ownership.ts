import type { Target } from "#contract/scans/parse-target.ts";
import { site } from "#src/config/site.ts";

export type Proof = { by: "dns" | "file"; at: Date };

/** A host that an account says it owns, and what proves that. */
export type HostOwnership = {
	id: string;
	host: string;
	includesSubdomains: boolean;
	token: string;
	/** The newest one; it may be too old to count. */
	proof: Proof | undefined;
	/** When the file was last found at the host's own address; undefined if the latest look did not find it. */
	fileSeenAt: Date | undefined;
	/** The last look for it. */
	checkedAt: Date | undefined;
	problem: string | undefined;
};

export const PROOF_LIFE_MS = 90 * 86_400_000;
export const FILE_PATH = `/.well-known/${site.slug}.txt`;

export const expiryOf = ({ at }: Proof) => new Date(at.getTime() + PROOF_LIFE_MS);

export function statusOf({ proof }: HostOwnership, now: Date): "unproven" | "proven" | "expired" {
	if (!proof) return "unproven";
	return now < expiryOf(proof) ? "proven" : "expired";
}

/** Whether a proof of this ownership would cover the target: exactly its host, or a name below it if subdomains are included. */
export function covers(
	{ host, includesSubdomains }: Pick<HostOwnership, "host" | "includesSubdomains">,
	target: Target,
): boolean {
	if (target.host === host) return true;
	return includesSubdomains && target.ipVersion === 0 && target.host.endsWith(`.${host}`);
}
