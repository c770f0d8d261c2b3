import { expect, test } from "vitest";
import { accountId, type EntryId } from "#contract/ids.ts";
import { type SendVerdictDeps, sendVerdict, type VerdictDraft } from "#src/features/findings/verdicts/send-verdict.ts";
import { sentText } from "#src/features/findings/verdicts/sent-text.ts";
import { waitingText, waitingVerdicts, without } from "#src/features/findings/verdicts/waiting-verdicts.ts";
import { OWN } from "#src/lib/workspace/scope.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";

const ACCOUNT = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const DRAFT: VerdictDraft = { fingerprints: ["a", "b"], state: "accepted", reason: "  known  ", until: "2026-12-31" };

/** The only request of a verdict, and how it ended. */
async function sendOne(...given: Parameters<typeof sendVerdict>) {
	const { parts, kept } = await sendVerdict(...given);
	const [part] = parts;
	if (!part || parts.length !== 1) throw new Error(`It was sent in ${parts.length} requests`);
	return { ...part, kept };
}

/** An outbox that answers every attempt with this state, and records what was asked of it. */
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
		scope: OWN,
		client: null,
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
			async enqueueAll(requests) {
				const added: Entry[] = [];
				for (const request of requests) added.push(await deps.outbox.enqueue(request));
				return added;
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
				return [];
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

test("a verdict is saved for the account before it is sent, and its entry goes once the server has accepted it", {
	meta: { acceptance: "B14" },
}, async () => {
	const { deps, asked } = depsWith(accepted);
	const { outcome, verdict } = await sendOne(DRAFT, null, deps);
	expect(outcome.type).toBe("accepted");
	expect(verdict).toEqual({
		fingerprints: ["a", "b"],
		state: "accepted",
		reason: "known",
		until: "2026-12-31",
		saidAt: "2026-01-01T00:00:01.000Z",
	});
	expect(asked.enqueued).toEqual([{ kind: "verdicts", body: verdict, owner: ACCOUNT, workspace: ACCOUNT }]);
	expect(asked.discarded).toEqual(["entry-1"]);
});

test("offline or unanswered it stays in the outbox; refused it goes back to the form", async () => {
	const offline = depsWith(accepted, { online: false });
	expect((await sendOne(DRAFT, null, offline.deps)).outcome.type).toBe("queued");
	expect(offline.asked.discarded).toEqual([]);
	const busy = depsWith(unanswered);
	expect((await sendOne(DRAFT, null, busy.deps)).outcome.type).toBe("waiting");
	expect(busy.asked.discarded).toEqual([]);
	const wrong = depsWith(refused);
	expect((await sendOne(DRAFT, null, wrong.deps)).outcome).toMatchObject({ error: { message: "No reason." } });
	expect(wrong.asked.discarded).toEqual(["entry-1"]);
});

test("without storage it is sent at once, and sent again it keeps its key", async () => {
	const { deps, asked } = depsWith(unanswered, { full: true });
	const first = await sendOne(DRAFT, null, deps);
	expect(first.outcome.type).toBe("unsaved");
	const second = await sendOne(DRAFT, first.kept, deps);
	expect(asked.unsaved).toEqual(["fresh", "fresh"]);
	expect(second.verdict.saidAt).toBe(first.verdict.saidAt);
	const other = await sendOne({ ...DRAFT, reason: "another" }, second.kept, deps);
	expect(other.verdict.saidAt).not.toBe(first.verdict.saidAt);
});

const MANY: VerdictDraft = { ...DRAFT, fingerprints: Array.from({ length: 450 }, (_, index) => `f${index}`) };

test("a verdict on 450 findings is three requests of one moment, saved together and each sent once", async () => {
	const { deps, asked } = depsWith(accepted);
	const { parts } = await sendVerdict(MANY, null, deps);
	expect(parts.map(({ verdict }) => verdict.fingerprints.length)).toEqual([200, 200, 50]);
	expect(parts.flatMap(({ verdict }) => verdict.fingerprints)).toEqual(MANY.fingerprints);
	expect(new Set(parts.map(({ verdict }) => verdict.saidAt)).size).toBe(1);
	expect(asked.enqueued).toHaveLength(3);
	expect(asked.discarded).toEqual(["entry-1", "entry-2", "entry-3"]);
	expect(sentText("fixed", parts)).toEqual({ done: true, title: "450 findings marked as fixed", text: "" });
});

test("what becomes of the parts of a verdict is said with how many findings each holds", async () => {
	let attempts = 0;
	const broken = depsWith((entry) => {
		attempts += 1;
		return attempts === 1 ? accepted(entry) : unanswered(entry);
	});
	const stuck = await sendVerdict(MANY, null, broken.deps);
	expect(stuck.parts.map(({ outcome }) => outcome.type)).toEqual(["accepted", "waiting", "queued"]);
	expect(attempts).toBe(2);
	expect(sentText("fixed", stuck.parts)).toEqual({
		done: true,
		title: "200 findings marked as fixed",
		text: "250 findings of 450 will be sent when the server can be reached.",
	});
	attempts = 0;
	const odd = depsWith((entry) => {
		attempts += 1;
		return attempts === 2 ? refused(entry) : accepted(entry);
	});
	const partly = sentText("fixed", (await sendVerdict(MANY, null, odd.deps)).parts);
	expect(partly).toEqual({
		done: false,
		title: "250 findings marked as fixed",
		text: "200 findings stayed as they were. No reason.",
	});
	const offline = await sendVerdict(MANY, null, depsWith(accepted, { online: false }).deps);
	expect(sentText("fixed", offline.parts)).toMatchObject({ done: true, title: "Saved on this device" });
});

test("if a verdict of several requests cannot be saved, none is sent", async () => {
	const { deps, asked } = depsWith(accepted, { full: true });
	await expect(sendVerdict(MANY, null, deps)).rejects.toThrow(StorageError);
	expect([asked.enqueued, asked.unsaved]).toEqual([[], []]);
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
	expect(without(verdict, new Set(["a"]))).toEqual({ ...verdict, fingerprints: ["b"] });
	expect(without({ ...verdict, fingerprints: ["a"] }, new Set(["a"]))).toBeNull();
});
