import { useEffect, useState } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { type InvitationOffer, invitationOffer } from "#contract/workspaces/members.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { troubleOf } from "#src/lib/forms/failure-text.ts";
import { type InvitationLink, readLink } from "./invitation-link.ts";
import { keepLink, keptLink } from "./kept-link.ts";

export type Invitation =
	| { step: "opening" }
	/** The address has no invitation, and this tab remembers none. */
	| { step: "none" }
	/** The server knows no such link. */
	| { step: "unknown"; why: string }
	| { step: "failed"; why: string }
	| { step: "read"; link: InvitationLink; offer: InvitationOffer };

const OPENING: Invitation = { step: "opening" };

/** The link that led here. Its secret leaves the address at once. */
function takeLink(): InvitationLink | null {
	const link = readLink(location.hash);
	if (!link) return keptLink();
	keepLink(link);
	history.replaceState(history.state, "", location.pathname + location.search);
	return link;
}

async function readOffer(link: InvitationLink, signal: AbortSignal): Promise<Invitation> {
	try {
		const body = { token: link.token };
		const offer = await callApi(API_PATHS.readInvitation, { method: "POST", body, answer: invitationOffer, signal });
		return { step: "read", link, offer };
	} catch (error) {
		if (signal.aborted) return OPENING;
		if (error instanceof ApiFailure && error.code === "not_found") return { step: "unknown", why: error.message };
		return { step: "failed", why: troubleOf(error, isOnline()).message };
	}
}

/** The invitation that this page is about. `again`: reads it once more after a failure. */
export function useInvitation(): { invitation: Invitation; again(): void } {
	const [invitation, setInvitation] = useState(OPENING);
	const [tries, setTries] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again.
	useEffect(() => {
		let over = new AbortController();
		const read = () => {
			over.abort();
			const link = takeLink();
			if (!link) return setInvitation({ step: "none" });
			over = new AbortController();
			const { signal } = over;
			setInvitation(OPENING);
			void readOffer(link, signal).then((found) => !signal.aborted && setInvitation(found));
		};
		read();
		// Opening another link in the same tab changes only the part after the #.
		const onHash = () => readLink(location.hash) && read();
		addEventListener("hashchange", onHash);
		return () => {
			over.abort();
			removeEventListener("hashchange", onHash);
		};
	}, [tries]);
	return { invitation, again: () => setTries((before) => before + 1) };
}
