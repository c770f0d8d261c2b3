import type { ScanReport } from "#contract/findings/findings.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { AccountId, ClientId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Look } from "./track.ts";

/** Runs when the findings of a scan have been merged into those of its workspace. */
export type FindingsStored = {
	workspaceId: WorkspaceId;
	/** The client that the host belongs to. */
	clientId: ClientId;
	scanId: ScanId;
	kind: ScanKind;
	host: string;
	/** Who requested it. */
	by: AccountId;
	report: ScanReport;
	look: Look;
	/** When it was taken over. */
	now: Date;
	/** The findings that it saw, by fingerprint, with their state after it. */
	seen: ReadonlyMap<string, FindingState>;
	/** Those that were new or came back. */
	fresh: ReadonlySet<string>;
};
