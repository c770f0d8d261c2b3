import { expect, test } from "vitest";
import type { InvitationOffer } from "#contract/workspaces/members.ts";
import { canBe, readLink } from "#src/features/invitation/invitation-link.ts";
import { endedText, meaningText, offerText } from "#src/features/invitation/offer-text.ts";

const TOKEN = "x".repeat(43);

test("the secret of a link is after the #, with the address if the link says it", () => {
	expect(readLink(`#${TOKEN}`)).toEqual({ token: TOKEN, email: "" });
	expect(readLink(`#${TOKEN}&email=ada%2Bx%40mail.example`)).toEqual({ token: TOKEN, email: "ada+x@mail.example" });
	expect(readLink(`#${TOKEN}&email=%E0%A4`)).toEqual({ token: TOKEN, email: "" });
	for (const other of ["", "#", "#main", `#${TOKEN}x`, `#${TOKEN}&x=1`, `#${TOKEN.slice(1)}`]) {
		expect(readLink(other)).toBeNull();
	}
});

test("an address can be the hidden one if its first letter and its host are the same", () => {
	expect(canBe("Ada@Mail.example", "a…@mail.example")).toBe(true);
	expect(canBe("bob@mail.example", "a…@mail.example")).toBe(false);
	expect(canBe("ada@other.example", "a…@mail.example")).toBe(false);
	// So short that none of it is shown: the server decides.
	expect(canBe("ada@mail.example", "…@mail.example")).toBe(true);
});

const offer: InvitationOffer = {
	workspace: { name: "Acme Security", kind: "consultancy" },
	invitedBy: "Ada Lovelace",
	role: "owner",
	clientName: null,
	email: "b…@mail.example",
	state: "sent",
	endsOn: null,
};

test("an offer says who invites, to what and as what", () => {
	expect(offerText(offer)).toBe("Ada Lovelace invites you to join Acme Security as an owner.");
	expect(offerText({ ...offer, role: "guest", clientName: "Beta" })).toBe(
		"Ada Lovelace invites you to join Acme Security as a client guest of Beta.",
	);
	expect(meaningText({ role: "contributor", endsOn: "2026-12-31" })).toBe(
		"You can see all work, run scans, decide about findings and answer assessments. Your access ends after 31 Dec 2026 (UTC).",
	);
});

test("each end of an invitation is said in words", () => {
	expect(endedText(offer)).toBe("");
	expect(endedText({ ...offer, state: "accepted" })).toMatch(/accepted already/);
	expect(endedText({ ...offer, state: "expired" })).toMatch(/expired.*ask Ada Lovelace/);
	expect(endedText({ ...offer, state: "revoked" })).toMatch(/revoked.*ask Ada Lovelace/);
});
