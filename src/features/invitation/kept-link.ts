import * as z from "zod/mini";
import type { InvitationLink } from "./invitation-link.ts";

const KEY = "plumbline-invitation";
const link = z.object({ token: z.string(), email: z.string() });

/** The invitation that this tab is answering: signing in or registering takes it to other pages and back. */
export function keptLink(): InvitationLink | null {
	try {
		const read = link.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
		return read.success ? read.data : null;
	} catch {
		// Storage is disabled. The link in the email still works.
		return null;
	}
}

/** Null: it is answered. */
export function keepLink(kept: InvitationLink | null): void {
	try {
		if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
		else sessionStorage.removeItem(KEY);
	} catch {
		// As above.
	}
}
