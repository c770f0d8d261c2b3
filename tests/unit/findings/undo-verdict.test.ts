import { expect, test } from "vitest";
import type { FindingState, TrackedFinding, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import type { EntryId } from "#contract/ids.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import type { VerdictDraft } from "#src/features/findings/verdicts/send-verdict.ts";
import { type Decision, undoDecision } from "#src/features/findings/verdicts/undo-verdict.ts";
import type { Entry } from "#src/requests/entry.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";

const [SAMPLE] = sampleFindings;
if (!SAMPLE) throw new Error("There are too few samples");
const AT = "2026-01-01T00:00:00.000Z";
const EARLIER = "2025-12-01T00:00:00.000Z";

const was = (fingerprint: string, state: FindingState, reason = "", until: string | null = null): TrackedFinding => ({
	...SAMPLE,
	fingerprint,
	state,
	verdict: state === "open" ? null : { state, reason, until, saidAt: EARLIER },
});
const decision = (...findings: TrackedFinding[]): Decision => ({ state: "fixed", saidAt: AT, findings });

function entryOf(id: string, fingerprints: string[], over: Partial<VerdictRequest> = {}): Entry {
	const body: VerdictRequest = { fingerprints, state: "fixed", saidAt: AT, ...over };
	return createEntry({ kind: "verdicts", body, owner: "unclaimed" }, id as EntryId, 0);
}

/** An outbox with these entries, of which the named ones can no longer be removed; and what was asked of it. */
function depsWith(entries: Entry[], delivered: string[] = []) {
	const asked: { discarded: string[]; sent: VerdictDraft[] } = { discarded: [], sent: [] };
	const outbox = {
		contents: async () => ({ entries, unreadable: [] }),
		async discardUnlessSent(ids: readonly EntryId[]) {
			asked.discarded.push(...ids);
			return entries.filter(({ id }) => ids.includes(id) && !delivered.includes(id));
		},
	};
	const send = async (draft: VerdictDraft) => {
		asked.sent.push(draft);
		return null;
	};
	return { asked, outbox, send };
}

test("undo withdraws what still waits, and sends nothing about it", async () => {
	const { asked, outbox, send } = depsWith([
		entryOf("mine", ["a", "b"]),
		entryOf("another decision", ["c"], { saidAt: EARLIER }),
		entryOf("another state", ["d"], { state: "open" }),
	]);
	expect(await undoDecision(decision(was("a", "open"), was("b", "open")), outbox, send)).toBeNull();
	expect(asked).toEqual({ discarded: ["mine"], sent: [] });
});

test("undo of what was delivered gives each finding back its state, with its reason and its last day", async () => {
	const { asked, outbox, send } = depsWith([]);
	const before = [
		was("a", "open"),
		was("b", "accepted", "Behind a VPN.", "2026-12-31"),
		was("c", "open"),
		was("d", "false-positive", "An article number."),
		{ ...was("e", "fixed"), verdict: null },
		// Accepted until a day that is over: it was open.
		{ ...was("f", "accepted", "For now.", "2025-12-02"), state: "open" as const },
	];
	await undoDecision(decision(...before), outbox, send);
	expect(asked.sent).toEqual([
		{ fingerprints: ["a", "c", "f"], state: "open", reason: "", until: "" },
		{ fingerprints: ["b"], state: "accepted", reason: "Behind a VPN.", until: "2026-12-31" },
		{ fingerprints: ["d"], state: "false-positive", reason: "An article number.", until: "" },
		{ fingerprints: ["e"], state: "fixed", reason: "", until: "" },
	]);
});

test("undo of a decision of which a part was delivered in the meantime does each part once", async () => {
	const { asked, outbox, send } = depsWith([entryOf("sent", ["a"]), entryOf("waiting", ["b"])], ["sent"]);
	await undoDecision(decision(was("a", "open"), was("b", "open")), outbox, send);
	expect(asked.discarded).toEqual(["sent", "waiting"]);
	expect(asked.sent).toEqual([{ fingerprints: ["a"], state: "open", reason: "", until: "" }]);
});

test("what goes wrong with an undo is said", async () => {
	const { outbox } = depsWith([]);
	const refused = async () => ({ title: "Refused", text: "Not now." });
	expect(await undoDecision(decision(was("a", "open")), outbox, refused)).toEqual({
		title: "Not undone: Refused",
		text: "Not now.",
	});
});

test("an undo of which one verdict is refused still gives the others, and says that it is not all", async () => {
	const { asked, outbox, send } = depsWith([]);
	const findings = [was("a", "accepted", "Behind a VPN."), was("b", "open"), was("c", "false-positive", "A number.")];
	const refuseFirst = async (draft: VerdictDraft) => {
		await send(draft);
		return draft.state === "accepted" ? { title: "Refused", text: "That day is over." } : null;
	};
	expect(await undoDecision(decision(...findings), outbox, refuseFirst)).toEqual({
		title: "Only partly undone: Refused",
		text: "That day is over.",
	});
	expect(asked.sent.map(({ state }) => state)).toEqual(["accepted", "open", "false-positive"]);
});
