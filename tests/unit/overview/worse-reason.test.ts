import { expect, test } from "vitest";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { worseReason } from "#src/features/overview/worse-reason.ts";

const NOW = Date.UTC(2026, 4, 21);
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

function words(firstSeen: number, reopened: number | null): string {
	const [finding] = sampleFindings;
	if (!finding) throw new Error("There are no sample findings");
	return worseReason(
		{ ...finding, firstSeenAt: ago(firstSeen), reopenedAt: reopened === null ? null : ago(reopened) },
		NOW,
	);
}

test("what was first seen in the last 7 days is new, and what reopened says so", () => {
	expect(words(7, null)).toBe("New");
	expect(words(90, 3)).toBe("Seen again after it was fixed");
	expect(words(5, 3)).toBe("Seen again after it was fixed");
});

test("older findings are listed because they are more severe", () => {
	expect(words(7.1, null)).toBe("More severe than before");
	expect(words(90, 30)).toBe("More severe than before");
});
