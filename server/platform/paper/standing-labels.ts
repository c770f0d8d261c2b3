/** What the newest look says of a control: something speaks against it, nothing does, or it was not looked at. */
export type ReportedStanding = "evidence-against" | "none-seen" | "not-evaluated";

export const STANDING_LABELS: Record<ReportedStanding, string> = {
	"evidence-against": "Evidence against",
	"none-seen": "None seen",
	"not-evaluated": "Not evaluated",
};
