import type { ClientId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** How many days a link to a signed copy works. */
export const SIGNED_LINK_DAYS = 30;

/** Who gets a copy: one of the signers, by position, or null for the member who collected the signatures. Ids only. */
export type SignedMail = { workspaceId: string; signOffId: string; signer: number | null };

/** What is emailed: to whom, in which workspace's name, and how long the link works. */
export type SignedCopy = { to: string; workspace: string; expiresAt: Date };

/** What a link leads to. */
export type SignedLink = {
	/** It is read on behalf of the member who collected the signatures. */
	scope: Scope & { clientId: ClientId };
	assessmentId: string;
	title: string;
	workspace: string;
	revision: number;
	sha256: string;
	signedAt: Date;
	/** When an answer was changed after signing; null while it stands. */
	voidedAt: Date | null;
	expiresAt: Date;
};

/** Copies of what was signed, for the signers. */
export type SignedCopies = {
	/**
	 * Undefined if there is no longer anything to send: the sign-off or the member is gone, the time is over, or the mailbox wants no
	 * email.
	 */
	find(mail: SignedMail): Promise<SignedCopy | undefined>;
	/** Stores the hash of a new link. */
	saveToken(mail: SignedMail, tokenHash: Buffer): Promise<void>;
	/** Undefined for links that expired or never existed. */
	open(tokenHash: Buffer): Promise<SignedLink | undefined>;
};
