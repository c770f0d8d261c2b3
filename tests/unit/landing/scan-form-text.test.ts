import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { noticeText, troubleText } from "#src/features/landing/scan-form/scan-form-text.ts";
import { cleared, type Submission, type Trouble } from "#src/lib/submission/submission-state.ts";

const id = "01990000-0000-7000-8000-000000000001" as EntryId;
const values = { target: "example.com", email: "a@b.co" };
const empty = cleared(values);
const saved: Submission = {
	...empty,
	kept: { request: { id, saved: true, request: { kind: "combined-scan", body: values, owner: "anonymous" } }, values },
};
const refused = (message: string): Trouble => ({ type: "refused", id, error: { status: 400, code: null, message } });

test("an invalid value has its own text", { meta: { acceptance: "S5.03, S8.02" } }, () => {
	expect(troubleText({ type: "invalid" }, empty)).toEqual({
		error: "Please enter a valid email and search value.",
		kept: null,
	});
});

test("a refusal shows the message after the prefix", { meta: { acceptance: "S8.03, S8.04" } }, () => {
	expect(troubleText(refused("X"), empty)).toEqual({ error: "API error: X", kept: null });
});

test("without a message the fallback follows the prefix", { meta: { acceptance: "S8.06, A62" } }, () => {
	expect(troubleText(refused(""), empty).error).toBe("API error: An unexpected error occurred.");
});

test("a waiting request is saved, and an unsaved one says why", () => {
	expect(troubleText({ type: "waiting", id, message: "X" }, saved).kept).toBe(
		"Saved on this device; it will be sent again.",
	);
	expect(troubleText({ type: "unsaved", id, message: "X", why: "Not saved: full." }, empty).kept).toBe(
		"Not saved: full. Keep this page open and submit again.",
	);
});

test("a submission that could not be tried says whether the same request is already saved", () => {
	const failed: Trouble = { type: "failed", message: "X" };
	expect(troubleText(failed, saved)).toEqual({
		error: "API error: X",
		kept: "Saved on this device; it will be sent again.",
	});
	const nothing = "Nothing was saved on this device. Keep this page open and submit again.";
	expect(troubleText(failed, empty).kept).toBe(nothing);
	expect(troubleText(failed, { ...saved, values: { ...values, target: "other.example" } }).kept).toBe(nothing);
});

test("a queued request says that it is saved, not that it was sent", () => {
	expect(noticeText({ type: "queued", id })).toBe("Saved on this device. It will be sent when you are back online.");
});
