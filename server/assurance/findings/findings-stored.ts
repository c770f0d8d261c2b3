import type { ScanReport } from "#contract/findings/findings.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { AccountId, ClientId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Look } from "./track.ts";

/** The moment in which the findings of a scan were merged into those of its workspace. */
export type FindingsStored = {
	workspaceId: WorkspaceId;
	/** Whose the host is. */
	clientId: ClientId;
	scanId: ScanId;
	kind: ScanKind;
	host: string;
	/** Who asked for it. */
	by: AccountId;
	report: ScanReport;
	look: Look;
	/** When it is taken over. */
	now: Date;
	/** The findings that it saw, by fingerprint, with their state after it. */
	seen: ReadonlyMap<string, FindingState>;
	/** Those that were new or came back. */
	fresh: ReadonlySet<string>;
};
