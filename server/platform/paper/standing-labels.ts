/** What the newest scan says about a control: there is evidence against it, there is none, or it was not checked. */
export type ReportedStanding = "evidence-against" | "none-seen" | "not-evaluated";

export const STANDING_LABELS: Record<ReportedStanding, string> = {
	"evidence-against": "Evidence against",
	"none-seen": "None seen",
	"not-evaluated": "Not evaluated",
};
