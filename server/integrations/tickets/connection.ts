import type { WorkspaceId } from "#contract/ids.ts";
import type { TrackerSystem } from "#contract/tickets/trackers.ts";

/** Where issues go, and the credentials for it. */
export type Connection = {
	workspaceId: WorkspaceId;
	trackerId: string;
	system: TrackerSystem;
	url: string;
	project: string;
	issueType: string;
	email: string;
	/** Encrypted. */
	token: Buffer;
};
