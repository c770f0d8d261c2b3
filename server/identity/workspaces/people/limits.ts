import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { countClient } from "#server/platform/http/client-key.ts";

const HOUR = 3_600;

/** How many workspaces one account may own. */
export const OWNED_WORKSPACES = 20;
/** How many members and open invitations a workspace may have together. */
export const PEOPLE = 500;

export const creationCounter = (accountId: AccountId): Counter => ({
	what: "workspaces-created",
	whom: accountId,
	points: 5,
	windowSeconds: HOUR,
});

/**
 * Emails with invitations: to one mailbox, and from one workspace and one account, which can have many workspaces. The total to one
 * mailbox is limited where they are sent (server/platform/mail/send-paced.ts).
 */
export const invitationCounters = (workspaceId: WorkspaceId, accountId: AccountId, mailbox: string): Counter[] => [
	{ what: "invitations-mailbox", whom: `${workspaceId} ${mailbox}`, points: 3, windowSeconds: HOUR },
	{ what: "invitations-workspace", whom: workspaceId, points: 50, windowSeconds: HOUR },
	{ what: "invitations-account", whom: accountId, points: 100, windowSeconds: HOUR },
];

/** Invitation links that one network opens or accepts. `calls`: the setting LIMIT_ACCOUNT_CALLS. */
export const openingCounter = (client: string, calls: number): Counter => ({
	what: "invitations-opened",
	...countClient(client, calls * 3),
	windowSeconds: HOUR,
});
