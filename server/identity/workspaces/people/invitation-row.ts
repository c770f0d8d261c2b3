import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { WorkspaceKind } from "#contract/workspaces/workspaces.ts";
import type { Progress } from "./invitation.ts";
import type { MemberTerms } from "./member-rules.ts";

export type InvitationRow = MemberTerms &
	Progress & {
		id: string;
		workspaceId: WorkspaceId;
		email: string;
		emailKey: string;
		createdAt: Date;
		invitedBy: AccountId;
		/** Null once that account is deleted. */
		inviter: string | null;
	};

/** An invitation with what its reader has to know. */
export type OfferRow = InvitationRow & {
	workspace: { name: string; kind: WorkspaceKind };
	clientName: string | null;
	/** The member who sent it. */
	inviterEmail: string | null;
};
