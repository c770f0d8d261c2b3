import { describe, expect, test } from "vitest";
import {
	changeAddressMail,
	confirmAddressMail,
	resetPasswordMail,
} from "#server/identity/accounts/mails/code-mails.ts";
import { newDeviceMail } from "#server/identity/accounts/mails/new-device-mail.ts";
import { type Notice, noticeMail } from "#server/identity/accounts/mails/notice-mails.ts";

const code = {
	text: "K7QM-2XHB",
	link: "https://plumbline.example/auth/confirm?email=a%26b%40example.org#code=K7QM-2XHB",
	notMeLink: "https://plumbline.example/not-me/account/t0ken",
};
const links = {
	signIn: "https://plumbline.example/auth/login",
	forgotPassword: "https://plumbline.example/forgot-password",
};
const NOTICES: Notice[] = [
	"address-known",
	"password-changed",
	"passkey-added",
	"passkey-removed",
	"passkey-copied",
	"email-change-asked",
	"email-changed",
	"account-deleted",
];

describe.each([confirmAddressMail, changeAddressMail, resetPasswordMail])("%o", (mailOf) => {
	const mail = mailOf(code);

	test("has the code and the link in both versions, says how long they work, and what to do if it was not you", () => {
		expect(mail.text).toContain(`Your code: ${code.text}\n`);
		expect(mail.text).toContain(`\n${code.link}\n`);
		expect(mail.html).toContain(`>${code.text}</p>`);
		expect(mail.html).toContain(`href="${code.link}"`);
		expect(mail.text).toMatch(/within (24 hours|30 minutes)/);
		expect(mail.text).toMatch(new RegExp(`This was not me\\. [A-Z][a-z ]+:\\n${code.notMeLink}`));
		expect(mail.html).toContain(`href="${code.notMeLink}"`);
		expect(mail.subject).not.toContain(code.text);
	});

	test("loads nothing and offers no way to stop scan emails", () => {
		expect(mail.html).not.toMatch(/<img|<script|src=|@import|scan email/);
		expect(mail.html).toContain('lang="en"');
	});
});

test("the email about a new device keeps its subject on one line and says what to do in both versions", () => {
	const where = { device: "Chrome on Android", network: "203.0.113.0/24", at: "2026-11-22T02:46:00.000Z" };
	const mail = newDeviceMail(where, links.forgotPassword);
	expect(mail.subject).toMatch(/^[\x20-\x7e]{10,78}$/);
	for (const version of [mail.text, mail.html]) {
		expect(version).toContain("Chrome on Android. Network: 203.0.113.0/24. Time: 22 Nov 2026, 02:46 UTC.");
		expect(version).toContain(links.forgotPassword);
	}
});

test.each(NOTICES)("the notice %s says what happened and what to do, in a subject that stays one line", (notice) => {
	const mail = noticeMail(notice, links);
	expect(mail.subject).toMatch(/^[\x20-\x7e]{10,78}$/);
	expect(mail.text.split("\n\n").length).toBeGreaterThanOrEqual(4);
	expect(mail.html).toContain(mail.subject);
});
