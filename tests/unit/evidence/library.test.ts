import { expect, test } from "vitest";
import type { EvidenceFilter, EvidenceSummary } from "#contract/evidence/evidence.ts";
import { matchesEvidence } from "#src/features/evidence/inbox/evidence-filter.ts";
import { freshnessOf, lastDayText } from "#src/lib/evidence/evidence-labels.ts";
import { evidenceShown } from "#src/lib/evidence/evidence-words.ts";
import type { Entry } from "#src/requests/entry.ts";

const NOW = Date.UTC(2026, 10, 24, 12);
const piece = (more: Partial<EvidenceSummary> = {}) =>
	({
		id: "e",
		title: "Door",
		note: "",
		files: [],
		about: [],
		kind: "note",
		method: "by-hand",
		state: "draft",
		stateReason: "",
		takenAt: "2026-11-20T09:00:00.000Z",
		effectiveFrom: null,
		effectiveTo: null,
		expiresOn: null,
		...more,
	}) as EvidenceSummary;

const PERIOD = { effectiveFrom: "2026-01-01", effectiveTo: "2026-03-31" };

test.each<[EvidenceFilter, Partial<EvidenceSummary>, boolean]>([
	[{ method: "by-hand" }, {}, true],
	[{ method: "automatic" }, {}, false],
	[{ kind: "scan" }, { kind: "scan" }, true],
	[{ kind: "scan" }, {}, false],
	[{ state: "accepted" }, {}, false],
	[{ freshness: "expired" }, { expiresOn: "2026-11-23" }, true],
	[{ freshness: "expired" }, { expiresOn: "2026-11-24" }, false],
	[{ freshness: "expiring" }, { expiresOn: "2026-12-24" }, true],
	[{ freshness: "current" }, {}, true],
	// Without its own period, the day it was captured.
	[{ from: "2026-11-20", to: "2026-11-20" }, {}, true],
	[{ from: "2026-11-21" }, {}, false],
	[{ to: "2026-11-19" }, {}, false],
	// With one, any overlap.
	[{ from: "2026-03-31" }, PERIOD, true],
	[{ from: "2026-04-01" }, PERIOD, false],
	[{ to: "2025-12-31" }, PERIOD, false],
	[{ from: "2027-01-01" }, { effectiveFrom: "2026-01-01" }, true],
])("a filter %j with a piece %j: %s", (filter, more, matches) => {
	expect(matchesEvidence(piece(more), filter, NOW)).toBe(matches);
});

test("its last day still counts, and says so", () => {
	expect(freshnessOf({ expiresOn: "2026-11-24" }, NOW)).toBe("expiring");
	expect(freshnessOf({ expiresOn: "2026-12-25" }, NOW)).toBe("current");
	expect(lastDayText({ expiresOn: "2026-11-23" }, NOW)).toBe("Expired 23 Nov 2026");
	expect(lastDayText({ expiresOn: "2026-11-24" }, NOW)).toBe("Good until 24 Nov 2026");
	expect(lastDayText({ expiresOn: null }, NOW)).toBe("");
});

test("the last decision made here shows at once", () => {
	const word = (decision: string, saidAt: string, evidenceId = "e") =>
		({
			id: saidAt,
			status: "queued",
			request: { kind: "evidence-decision", body: { evidenceId, decision, reason: "Blurred", saidAt } },
		}) as unknown as Entry;
	const shown = evidenceShown(piece(), [word("returned", "2"), word("submitted", "1"), word("accepted", "3", "x")], 0);
	expect(shown).toMatchObject({ state: "returned", stateReason: "Blurred" });
});
