import { describe, expect, test } from "vitest";
import { idle, transition } from "#src/features/contact/contact-state.ts";
import { readContact } from "#src/features/contact/read-contact.ts";

const sending = transition(idle, { type: "submitted", at: 1000 });

describe("the contact form", () => {
	test("S4.41 S4.45 is submitting for 2 s, then says thanks for 5 s, then is blank again", () => {
		expect(transition(sending, { type: "passed", at: 2999 })).toBe(sending);
		const sent = transition(sending, { type: "passed", at: 3000 });
		expect(sent).toEqual({ step: "sent", until: 8000 });
		expect(transition(sent, { type: "passed", at: 7999 })).toBe(sent);
		expect(transition(sent, { type: "passed", at: 8000 })).toEqual(idle);
	});

	test("S4.46 comes back at once when asked to", () => {
		const sent = transition(sending, { type: "passed", at: 3000 });
		expect(transition(sent, { type: "again" })).toEqual(idle);
		expect(transition(sending, { type: "again" })).toBe(sending);
	});

	test("a second click while submitting changes nothing", () => {
		expect(transition(sending, { type: "submitted", at: 1500 })).toBe(sending);
	});
});

function filled(more: Record<string, string>): FormData {
	const data = new FormData();
	const fields = {
		firstName: "Ada",
		lastName: "Obi",
		email: "ada@mail.example",
		company: "Obi & Co",
		inquiryType: "other",
		message: "Hello.",
		role: "",
		companySize: "",
		timeline: "",
		...more,
	};
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	return data;
}

test("S3.26 the message has nine fields, and what was left empty is left out", () => {
	expect(Object.keys(readContact(filled({})) ?? {})).toEqual([
		"firstName",
		"lastName",
		"email",
		"company",
		"inquiryType",
		"message",
	]);
	const all = readContact(filled({ role: "ciso", companySize: "1000+", timeline: "exploring" }));
	expect(Object.keys(all ?? {})).toHaveLength(9);
});

test("blanks and choices that are none make no message", () => {
	expect(readContact(filled({ company: "   " }))).toBeNull();
	expect(readContact(filled({ role: "king" }))).toBeNull();
});
