import { describe, expect, test } from "vitest";
import { type MailKind, type SentMail, waitFor } from "#server/platform/mail/pace.ts";

const sent = (kind: MailKind, ...ages: number[]): SentMail[] => ages.map((secondsAgo) => ({ kind, secondsAgo }));

describe("a mailbox's pace", () => {
	test("counts emails of all kinds within a minute, and keeps room for codes", () => {
		const three = [...sent("scan", 10), ...sent("lead", 20.4, 50)];
		expect(waitFor("scan", three)).toBe(10);
		expect(waitFor("lead", three)).toBe(10);
		expect(waitFor("code", three)).toBe(0);
		const five = [...three, ...sent("code", 1, 2)];
		expect(waitFor("code", five)).toBe(10);
		expect(waitFor("lead", five)).toBe(50);
		expect(waitFor("lead", sent("scan", 60, 61, 62, 3))).toBe(0);
	});

	test("never holds up a code for a new password, nor what tells owners about their account", () => {
		for (const kind of ["reset", "notice", "digest"] as const) {
			expect(waitFor(kind, sent("code", ...Array.from({ length: 30 }, (_, i) => i)))).toBe(0);
		}
	});

	test("counts a kind's day by itself, and the longer wait is the one that counts", () => {
		const mails = [...sent("scan", 3_600, 7_200), ...sent("lead", 30)];
		expect(waitFor("scan", mails, 2)).toBe(86_400 - 7_200);
		expect(waitFor("scan", mails, 3)).toBe(0);
		expect(waitFor("scan", sent("scan", 86_399.5), 1)).toBe(1);
	});
});
