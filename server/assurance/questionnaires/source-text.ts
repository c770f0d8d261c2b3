import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";

const day = (at: string): string => dayText(at, "utc");

/** The source of an answer, in a sentence for the customer. Hosts and scans stay with us. */
export function sourceText(source: AnswerSource, confirmed: { by: string; at: Date }): string {
	const by = confirmed.by === "" ? "" : ` by ${confirmed.by}`;
	switch (source.type) {
		case "library": {
			const approver = source.approvedBy === "" ? "" : ` by ${source.approvedBy}`;
			return `Approved answer${approver}, ${day(source.approvedAt)}. Confirmed${by}, ${dayText(confirmed.at, "utc")}.`;
		}
		case "observation":
			return `Observed by ${counted(source.scansTotal, "scan")} of ${counted(source.hostsTotal, "host")}, the newest on ${day(source.to)}. Confirmed${by}, ${dayText(confirmed.at, "utc")}.`;
		case "person":
			return `Answered${by}, ${dayText(confirmed.at, "utc")}.`;
	}
}
