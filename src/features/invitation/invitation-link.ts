const LINK = /^#([\w-]{43})(?:&email=([^&]*))?$/;

/** What the link of an invitation carries after the #, where no server sees it. */
export type InvitationLink = {
	/** The secret. */
	token: string;
	/** The address it was sent to; empty if the link does not say. */
	email: string;
};

/** Null for any other address. */
export function readLink(hash: string): InvitationLink | null {
	const [, token, email = ""] = LINK.exec(hash) ?? [];
	if (token === undefined) return null;
	try {
		return { token, email: decodeURIComponent(email) };
	} catch {
		return { token, email: "" };
	}
}

/** Whether an address could be the one that an offer shows with its middle hidden. */
export function canBe(email: string, masked: string): boolean {
	const [shown = "", domain = ""] = masked.split("@");
	const [name = "", ofDomain = ""] = email.toLowerCase().split("@");
	return ofDomain === domain.toLowerCase() && name.startsWith((shown.split(/[•*…]/, 1)[0] ?? "").toLowerCase());
}
