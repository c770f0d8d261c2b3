import type { ClientId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Days for which a link to a signed copy works. */
export const SIGNED_LINK_DAYS = 30;

/** Who a copy goes to: one of the people who signed, by their place, or null for the member who took the signatures. Ids only. */
export type SignedMail = { workspaceId: string; signOffId: string; signer: number | null };

/** What is emailed: to whom, in which workspace's name, and until when the link works. */
export type SignedCopy = { to: string; workspace: string; expiresAt: Date };

/** What a link leads to. */
export type SignedLink = {
	/** What is read is read in the name of the member who took the signatures. */
	scope: Scope & { clientId: ClientId };
	assessmentId: string;
	title: string;
	workspace: string;
	revision: number;
	sha256: string;
	signedAt: Date;
	/** When an answer was changed after it; null while it stands. */
	voidedAt: Date | null;
	expiresAt: Date;
};

/** Copies of what was signed, for the people who signed it. */
export type SignedCopies = {
	/** Undefined if nothing is to be sent any more: the sign-off, the member or the time is gone, or the mailbox wants no mail. */
	find(mail: SignedMail): Promise<SignedCopy | undefined>;
	/** Stores the hash of a new link. */
	saveToken(mail: SignedMail, tokenHash: Buffer): Promise<void>;
	/** Undefined for links that ended or never existed. */
	open(tokenHash: Buffer): Promise<SignedLink | undefined>;
};
