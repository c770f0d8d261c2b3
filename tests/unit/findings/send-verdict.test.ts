import { expect, test } from "vitest";
import { accountId, type EntryId } from "#contract/ids.ts";
import { type SendVerdictDeps, sendVerdict, type VerdictDraft } from "#src/features/findings/verdicts/send-verdict.ts";
import { waitingText, waitingVerdicts, without } from "#src/features/findings/verdicts/waiting-verdicts.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { createEntry, type NewEntry } from "#src/outbox/record.ts";
import { StorageError } from "#src/outbox/storage-error.ts";

const ACCOUNT = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const DRAFT: VerdictDraft = { fingerprints: ["a", "b"], state: "accepted", reason: "  known  ", until: "2026-12-31" };

/** An outbox that answers every attempt with this state, and what was asked of it. */
function depsWith(answer: (entry: Entry) => Entry, options: { online?: boolean; full?: boolean } = {}) {
	const asked: { enqueued: NewEntry[]; unsaved: (EntryId | undefined)[]; discarded: EntryId[] } = {
		enqueued: [],
		unsaved: [],
		discarded: [],
	};
	let serial = 0;
	let now = Date.UTC(2026, 0, 1);
	const entries = new Map<EntryId, Entry>();
	const deps: SendVerdictDeps = {
		account: ACCOUNT,
		online: () => options.online ?? true,
		now: () => {
			now += 1000;
			return now;
		},
		outbox: {
			async enqueue(request) {
				if (options.full) throw new StorageError("full", new Error("full"));
				asked.enqueued.push(request);
				serial += 1;
				const entry = createEntry(request, `entry-${serial}` as EntryId, 0);
				entries.set(entry.id, entry);
				return entry;
			},
			async sendNow(id) {
				const entry = entries.get(id);
				return entry && answer(entry);
			},
			async sendUnsaved(request, id = "fresh" as EntryId) {
				asked.unsaved.push(id);
				return answer(createEntry(request, id, 0));
			},
			edit: async () => "gone",
			async discard(id) {
				asked.discarded.push(id);
				return "discarded";
			},
		},
	};
	return { deps, asked };
}

const accepted = (entry: Entry) => ({ ...entry, status: "accepted", at: 1, receipt: null }) as Entry;
const unanswered = (entry: Entry) =>
	({ ...entry, status: "queued", notBefore: 9, lastError: { at: 0, status: null, code: null, message: "" } }) as Entry;
const refused = (entry: Entry) =>
	({ ...entry, status: "rejected", error: { at: 0, status: 400, code: null, message: "No reason." } }) as Entry;

test("B14 a verdict is saved for the account before it is sent, and its entry goes once the server has accepted it", async () => {
	const { deps, asked } = depsWith(accepted);
	const { outcome, verdict } = await sendVerdict(DRAFT, null, deps);
	expect(outcome.type).toBe("accepted");
	expect(verdict).toEqual({
		fingerprints: ["a", "b"],
		state: "accepted",
		reason: "known",
		until: "2026-12-31",
		saidAt: "2026-01-01T00:00:01.000Z",
	});
	expect(asked.enqueued).toEqual([{ kind: "verdicts", body: verdict, owner: ACCOUNT }]);
	expect(asked.discarded).toEqual(["entry-1"]);
});

test("offline or unanswered it stays in the outbox; refused it goes back to the form", async () => {
	const offline = depsWith(accepted, { online: false });
	expect((await sendVerdict(DRAFT, null, offline.deps)).outcome.type).toBe("queued");
	expect(offline.asked.discarded).toEqual([]);
	const busy = depsWith(unanswered);
	expect((await sendVerdict(DRAFT, null, busy.deps)).outcome.type).toBe("waiting");
	expect(busy.asked.discarded).toEqual([]);
	const wrong = depsWith(refused);
	expect((await sendVerdict(DRAFT, null, wrong.deps)).outcome).toMatchObject({ error: { message: "No reason." } });
	expect(wrong.asked.discarded).toEqual(["entry-1"]);
});

test("without storage it is sent at once, and sent again it keeps its key", async () => {
	const { deps, asked } = depsWith(unanswered, { full: true });
	const first = await sendVerdict(DRAFT, null, deps);
	expect(first.outcome.type).toBe("unsaved");
	const second = await sendVerdict(DRAFT, first.kept, deps);
	expect(asked.unsaved).toEqual(["fresh", "fresh"]);
	expect(second.verdict.saidAt).toBe(first.verdict.saidAt);
	const other = await sendVerdict({ ...DRAFT, reason: "another" }, second.kept, deps);
	expect(other.verdict.saidAt).not.toBe(first.verdict.saidAt);
});

test("a row shows the newest waiting verdict and its state", () => {
	const entryOf = (id: string, fingerprints: string[], change: (entry: Entry) => Entry) => {
		const body = { fingerprints, state: "fixed" as const, saidAt: "2026-01-01T00:00:00.000Z" };
		return change(createEntry({ kind: "verdicts", body, owner: ACCOUNT }, id as EntryId, 0));
	};
	const waiting = waitingVerdicts([
		entryOf("1", ["a"], unanswered),
		entryOf("2", ["a", "b"], (entry) => entry),
		entryOf("3", ["c"], accepted),
		entryOf("4", ["d"], refused),
		createEntry(
			{ kind: "newsletter", body: { email: "a@mail.example" }, owner: "anonymous" } as NewEntry,
			"5" as EntryId,
			0,
		),
	]);
	expect([...waiting.keys()]).toEqual(["a", "b", "d"]);
	const sentence = (fingerprint: string) => {
		const one = waiting.get(fingerprint);
		return one ? waitingText(one) : null;
	};
	expect(waiting.get("a")?.entry.id).toBe("2");
	expect(sentence("b")).toBe("Waiting to be sent: Fixed.");
	expect(sentence("d")).toBe("Refused: Fixed. No reason.");
});

test("a verdict taken back for one finding still holds for the others", () => {
	const verdict = { fingerprints: ["a", "b"], state: "fixed" as const, saidAt: "2026-01-01T00:00:00.000Z" };
	expect(without(verdict, "a")).toEqual({ ...verdict, fingerprints: ["b"] });
	expect(without({ ...verdict, fingerprints: ["a"] }, "a")).toBeNull();
});
