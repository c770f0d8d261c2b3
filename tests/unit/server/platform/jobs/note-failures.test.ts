import { expect, test } from "vitest";
import { noteFailures } from "#server/platform/jobs/note-failures.ts";
import type { Handlers } from "#server/platform/jobs/queue.ts";
import { maskMailbox } from "#server/platform/mail/mask-mailbox.ts";
import { MailNotAccepted } from "#server/platform/mail/transport-smtp.ts";
import { createLogger } from "#server/platform/watch/logger.ts";

const log = createLogger("silent");

/** What is recorded when a job fails with this error. */
async function notedOf(error: Error, shutdown = new AbortController().signal): Promise<string[]> {
	const noted: string[] = [];
	const failures = { record: async (jobId: string, reason: string) => void noted.push(`${jobId}: ${reason}`) };
	const { mail } = noteFailures({ failures, shutdown, log }, {
		mail: () => Promise.reject(error),
	} as unknown as Handlers);
	await expect(mail({ scanId: "x" as never }, "job-1")).rejects.toBe(error);
	return noted;
}

test("our own sentence about a mail server is written down; errors of others are not, because they name mailboxes", async () => {
	expect(await notedOf(new MailNotAccepted("The mail server did not accept the message (EENVELOPE)"))).toEqual([
		"job-1: The mail server did not accept the message (EENVELOPE).",
	]);
	expect(await notedOf(new Error("550 <ada@example.org> is unknown"))).toEqual([
		"job-1: An error on our side. The server’s log has it.",
	]);
});

test("what ends because its process shuts down has not failed", async () => {
	expect(await notedOf(new Error("This worker is shutting down"), AbortSignal.abort())).toEqual([]);
});

test("a job fails with its own error even when that cannot be written down", async () => {
	const failures = { record: () => Promise.reject(new Error("no database")) };
	const handlers = { mail: () => Promise.reject(new Error("its own")) } as unknown as Handlers;
	const { mail } = noteFailures({ failures, shutdown: new AbortController().signal, log }, handlers);
	await expect(mail({ scanId: "x" as never }, "job-1")).rejects.toThrow("its own");
});

test.each([
	["ada.lovelace@example.org", "a…@example.org"],
	["😀x@example.org", "😀…@example.org"],
	['"a@b"@example.org', '"…@example.org'],
	["nothing", "…"],
	["@example.org", "…"],
])("the mailbox %s is shown as %s", (email, shown) => {
	expect(maskMailbox(email)).toBe(shown);
});
