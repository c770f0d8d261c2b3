import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { noticeWords, troubleWords } from "#src/features/landing/scan-form-words.ts";

const id = "01990000-0000-7000-8000-000000000001" as EntryId;

test("S5.03 S8.02 the words for a value that will not do", () => {
	expect(troubleWords({ type: "invalid" })).toEqual({
		error: "Please enter a valid email and search value.",
		kept: null,
	});
});

test("S8.03 S8.04 a refusal shows the message after the prefix", () => {
	expect(troubleWords({ type: "refused", id, message: "X" })).toEqual({ error: "API error: X", kept: null });
});

test("S8.06 A62 without a message the prefix stands before the words for that", () => {
	expect(troubleWords({ type: "refused", id, message: "" }).error).toBe("API error: An unexpected error occurred.");
});

test("what waits is said to, and what could not be saved says why", () => {
	expect(troubleWords({ type: "waiting", id, message: "X" }).kept).toBe("Saved on this device; it will be sent again.");
	expect(troubleWords({ type: "unsaved", id, message: "X", why: "Not saved: full." }).kept).toBe(
		"Not saved: full. Keep this page open and submit again.",
	);
});

test("a queued request is said to be saved, and not that it was sent", () => {
	expect(noticeWords({ type: "queued", id })).toBe("Saved on this device. It goes out when you are back online.");
});
