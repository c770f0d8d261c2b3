import type { AssessmentState } from "#contract/assessments/state.ts";
import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { ReportTemplate } from "#contract/reports/reports.ts";
import type { Coverage, ScanKind } from "#contract/scans/scans.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { Issuer, Subject } from "#server/platform/paper/letterhead.ts";
import type { ReportCompliance } from "./compliance.ts";

/** A finding with its state over all scans. */
export type ReportFinding = Pick<
	TrackedFinding,
	"state" | "verdict" | "firstSeenAt" | "lastSeenAt" | "reopenedAt" | "fixedAt" | "scanId" | "client"
> & {
	/** The host whose scan saw it: after a redirect it may differ from the finding's own. */
	asset: string;
	/** Seen by the first scan of its scope: it may have been there for years. */
	isFromFirstLook: boolean;
	/** As last seen, with its evidence. */
	finding: Finding;
};

/** A host in scope. */
type ReportTarget = {
	host: string;
	/** Its client's name; empty if the client is the workspace itself. */
	client: string;
	/** ISO 8601; null when no certificate was seen. */
	certificateEndsAt: string | null;
	/** Software whose support has ended or ends within a year. */
	endOfLife: { product: string; on: string }[];
};

/** A finished scan in scope. */
export type ReportScan = {
	scanId: string;
	kind: ScanKind;
	target: string;
	finishedAt: string;
	/** Null when it failed or was canceled. */
	coverage: Coverage | null;
	/** Why it ended without a report; null if it has one. */
	failure: string | null;
	/** A person stopped it: then it did not fail, and says nothing about its host. */
	cancelled: boolean;
};

/** What the newest completed scan of a kind looked at on a host. */
export type ReportLook = {
	scanId: string;
	host: string;
	kind: ScanKind;
	finishedAt: string;
	coverage: Coverage;
	parts: ScanPart[];
};

/** The newest scan of a kind on a host, if it failed and was not canceled. */
export type ReportFailure = {
	scanId: string;
	host: string;
	kind: ScanKind;
	finishedAt: string;
	reason: string;
};

/** When scans first looked, and whether one looked at the same scope again: only then is there something to compare. */
type Measured = { firstAt: string | null; isRepeated: boolean };

/** A change of a finding in scope. */
export type ReportChange = {
	at: string;
	what: "new" | "worse" | "reopened" | "fixed";
	severity: Severity;
	title: string;
	host: string;
};

/** An assessment, with the sign-off that stands. */
export type ReportAssessment = {
	title: string;
	subject: string;
	/** Its client's name; empty if the client is the workspace itself. */
	client: string;
	template: string;
	state: AssessmentState;
	changedAt: string;
	answered: number;
	asked: number;
	gaps: number;
	revision: number;
	signed: { at: string; sha256: string } | null;
};

/** An unfinished task about findings of a class, for one client. */
export type ReportTask = {
	/** Its client's name; empty if the client is the workspace itself. */
	client: string;
	class: string;
	/** The owner's name; null if it has no owner. */
	owner: string | null;
	/** YYYY-MM-DD; null if it has no due date. */
	due: string | null;
};

/** Everything a report is made from. The same data gives the same bytes. */
export type ReportData = {
	template: ReportTemplate;
	name: string;
	createdBy: string;
	/** The name of the organization that the workspace stands for; empty if it has none. */
	company: string;
	workspace: Issuer;
	/** Null for all clients of the workspace. If a client is named, nothing below belongs to another one. */
	client: Subject | null;
	/** ISO 8601, UTC. */
	generatedAt: string;
	scope: { hosts: string[]; clients: string[]; from: string | null; to: string | null };
	/** What a compliance report is about; empty in others. */
	frameworks: FrameworkId[];
	/** How clients stand with them, by client. Standings are those of the report's day, whatever period its scans are from. */
	compliance: ReportCompliance[];
	/** What happened, as described by the person who requested it; empty if they did not say. */
	incident: string;
	/** By client, then host. */
	targets: ReportTarget[];
	/** Newest first, at most SCANS_LISTED. */
	scans: ReportScan[];
	scansTotal: number;
	looks: ReportLook[];
	failures: ReportFailure[];
	measured: Measured;
	/** Worst first. */
	findings: ReportFinding[];
	/** Oldest first; the newest CHANGES_LISTED of them. */
	changes: ReportChange[];
	changesTotal: number;
	/** The workspace's time to fix. */
	timeToFix: TimeToFix;
	tasks: ReportTask[];
	/** Last changed first, at most ASSESSMENTS_LISTED; only in a compliance report. */
	assessments: ReportAssessment[];
};

export const SCANS_LISTED = 200;
export const CHANGES_LISTED = 300;
export const ASSESSMENTS_LISTED = 200;
export const LOOKS_LIMIT = 2_000;
/** Nobody would read a longer report, and it would need more memory than one job may have. */
export const FINDINGS_LIMIT = 10_000;
