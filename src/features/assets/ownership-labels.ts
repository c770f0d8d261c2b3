import { dayText, timeText } from "#contract/format/time.ts";
import type { OwnedTarget } from "#contract/scans/targets.ts";

/** `name`: the name is verified, but the file that probing scans need is still missing on the host. */
export type Stage = "verified" | "name" | "expired" | "unverified";

type OwnershipLabels = { stage: Stage; word: string; sentence: string };

const TOOLS = "Zap, Wapiti and Nmap";

/** The state of a target's verification, as a word and as a sentence. */
export function ownershipLabels({
	status,
	provenBy,
	expiresAt,
	fileSeenAt,
	includesSubdomains,
}: OwnedTarget): OwnershipLabels {
	const until = expiresAt ? dayText(expiresAt) : "";
	switch (status) {
		case "expired":
			return {
				stage: "expired",
				word: "Expired",
				sentence: `Verification ended on ${until}. Verify it again to run ${TOOLS}.`,
			};
		case "unproven":
			return {
				stage: "unverified",
				word: "Not verified yet",
				sentence: `${TOOLS} are refused until it is verified. Other scans are not affected.`,
			};
		case "proven": {
			if (includesSubdomains) {
				const itself = fileSeenAt
					? "The file is on this host."
					: `To run ${TOOLS} on this host, also place the file below on it.`;
				return {
					stage: fileSeenAt ? "verified" : "name",
					word: "DNS verified, with subdomains",
					sentence: `Until ${until}. ${itself} Each subdomain needs the same file on its own server.`,
				};
			}
			if (fileSeenAt) {
				const how = provenBy === "dns" ? "with a DNS record and a file" : "with a file";
				return {
					stage: "verified",
					word: "Verified",
					sentence: `${TOOLS} can run on it. Verified ${how}, until ${until}.`,
				};
			}
			return {
				stage: "name",
				word: "DNS verified",
				sentence: `To run ${TOOLS}, also place the file below on the host: a DNS record shows that the name is yours, not the server it leads to. Verified until ${until}.`,
			};
		}
	}
}

/** What the last check could not find. */
export const checkedText = ({ checkedAt, problem }: OwnedTarget): string | null =>
	checkedAt && problem ? `Checked on ${timeText(checkedAt)}. ${problem}` : null;
