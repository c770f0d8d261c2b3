import type { AccountId, ClientId, EntryId, WorkspaceId } from "#contract/ids.ts";
import type { Receipt } from "#contract/scans/scans.ts";
import type { EntryChanges as AnyChanges } from "#src/outbox/edit.ts";
import type {
	Entry as AnyEntry,
	EntryOwner as AnyOwner,
	HoldReason as AnyReason,
	EntryReceipt as AnyReceipt,
} from "#src/outbox/entry.ts";
import type { Contents as AnyContents } from "#src/outbox/storage/mirror.ts";
import type { NewEntry as AnyNewEntry, Unreadable as AnyUnreadable } from "#src/outbox/storage/record.ts";
import type { Outbox as AnyOutbox } from "#src/outbox/surface.ts";
import type { OutboxRequest } from "./kinds.ts";

/** Which workspace and client an entry is for. Set when the entry is made and never changed. */
export type EntryScope = {
	/** If absent, the workspace its account came with, as in records from before workspaces existed. */
	workspace?: WorkspaceId;
	/** If absent, it names no client and the server decides by host. */
	clientId?: ClientId;
};

/** The types that make up our requests. */
export type Requests = {
	id: EntryId;
	account: AccountId;
	request: OutboxRequest;
	/**
	 * - `workspace`: the account is not a member of its workspace.
	 * - `role`: the account's role there doesn't allow it.
	 * - `client`: its client is archived, or isn't in that workspace.
	 * - `seal`: the server has no key that opens it.
	 * - `code`: its link needs a new code from the respondent's mailbox.
	 */
	reason: "workspace" | "role" | "client" | "ownership" | "engine" | "seal" | "code";
	/** Only scans have a `scanId`. */
	receipt: Partial<Pick<Receipt, "scanId" | "acceptedAt">>;
	scope: EntryScope;
	labels: {
		/** The client's name as a person saw or wrote it. If there is a `clientId`, it is only for display. */
		client?: string;
		note?: string;
	};
};

export type Entry = AnyEntry<Requests>;
export type NewEntry = AnyNewEntry<Requests>;
export type EntryOwner = AnyOwner<Requests>;
export type EntryChanges = AnyChanges<Requests>;
export type EntryReceipt = AnyReceipt<Requests>;
export type HoldReason = AnyReason<Requests>;
export type Contents = AnyContents<Requests>;
export type Unreadable = AnyUnreadable<Requests>;
export type Outbox = AnyOutbox<Requests>;
