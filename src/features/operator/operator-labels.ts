import { KINDS, SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { FailedJob, OperatorOverview } from "#contract/operator/operator.ts";
import type { LeadKind } from "./operator-api.ts";

const QUEUES: Record<string, string> = {
	...Object.fromEntries(SCAN_KINDS.map((kind) => [`scan-${kind}`, `${KINDS[kind].name} scans`])),
	scan: `${KINDS.combined.name} scans`,
	mail: "Emails with scan results",
	"account-mail": "Emails about accounts",
	"lead-mail": "Emails about leads",
	"invitation-mail": "Invitations",
	"signed-mail": "Signed copies",
	digest: "Emails about schedules",
	push: "Push notifications",
	report: "Reports",
	daily: "Daily cleanup",
};
/** A newer server may have other queues. */
export const queueLabel = (queue: string): string => QUEUES[queue] ?? queue;

const JOBS: Record<string, string> = {
	mail: "Scan result",
	digest: "What scheduled scans changed",
	confirm: "Code to confirm an address",
	change: "Code for a new address",
	reset: "Code for a new password",
	"address-known": "Notice that an address has an account",
	"password-changed": "Notice of a changed password",
	"second-factor-added": "Notice of codes from an app turned on",
	"second-factor-removed": "Notice of codes from an app turned off",
	"recovery-codes-made": "Notice of new recovery codes",
	"recovery-code-used": "Notice of a used recovery code",
	"passkey-added": "Notice of an added passkey",
	"passkey-removed": "Notice of a removed passkey",
	"passkey-copied": "Notice of a passkey that may have been copied",
	"email-change-asked": "Notice of a requested address change",
	"email-changed": "Notice of a changed address",
	"account-deleted": "Notice of a deleted account",
	visitor: "Reply to a visitor",
	team: "Visitor’s message for the team",
};
export const jobLabel = ({ queue, about }: Pick<FailedJob, "queue" | "about">): string =>
	JOBS[about ?? queue] ?? queueLabel(queue);

export const LEAD_LABELS: Record<LeadKind, string> = {
	contact: "Contact",
	demo: "Demo",
	newsletter: "Newsletter",
	waitlist: "Waitlist",
};

export const TOOL_LABELS: Record<OperatorOverview["workers"][number]["tools"][number]["status"], string> = {
	available: "available",
	installing: "being installed",
	missing: "missing",
	off: "missing, installing is off",
	unknown: "not checked yet",
};
