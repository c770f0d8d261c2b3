import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import { daysUntil } from "#src/lib/days/due-days.ts";

type Expiring = FindingOverview["expiring"][number];

const WHAT: Record<Expiring["what"], { ends: string; ended: string }> = {
	certificate: { ends: "Certificate expires", ended: "Certificate expired" },
	"end-of-life": { ends: "Support ends", ended: "Support ended" },
	ownership: { ends: "Ownership verification expires", ended: "Ownership verification expired" },
	"accepted-risk": { ends: "Accepted risk reopens", ended: "Accepted risk reopened" },
};

/** What expires or has expired. */
export function endText({ what, detail, on }: Expiring, now: number): string {
	const { ends, ended } = WHAT[what];
	const words = daysUntil(on, now) < 0 ? ended : ends;
	return detail === "" ? words : `${words}: ${detail}`;
}
