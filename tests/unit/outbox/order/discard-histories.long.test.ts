import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { leaseHolds } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import type { Fault } from "#tests/support/outbox/outbox-server.ts";

const RUNS = 300 * TIMES;
const TABS = 2;

type Step =
	/** `leaders`: which of the entries still stored it comes after. */
	| { do: "save"; tab: number; leaders: number[]; sendNow: boolean }
	/** `waits`: for what is being sent, in the background. */
	| { do: "discard"; tab: number; entries: number[]; waits: boolean }
	| { do: "undo"; tab: number; discard: number }
	/** Corrects what was refused, which becomes another request. */
	| { do: "edit"; tab: number }
	/** Removes the receipt of what was delivered. */
	| { do: "dismiss"; tab: number }
	| { do: "replay"; tab: number; reconnected: boolean }
	| { do: "send-now"; tab: number; entry: number }
	| { do: "kill"; tab: number }
	| { do: "disk"; full: boolean }
	| { do: "fault"; fault: Fault }
	| { do: "pass"; ms: number }
	| { do: "turns"; count: number };

const refused = { status: 403, body: { code: "target_refused", message: "" } };
const held = { status: 501, body: { code: "engine_unavailable", message: "" } };
const fault = fc.constantFrom<Fault>(
	"lose-answer",
	"hang-after-commit",
	"hang",
	"refuse-connection",
	{ status: 500 },
	refused,
	"cut-half-way",
	{ each: [refused, "accept", held] },
	{ each: ["accept", refused] },
);

const tab = fc.nat(TABS - 1);
const one = <D extends string>(name: D) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			do: one("save"),
			tab,
			leaders: fc.array(fc.nat(9), { maxLength: 3 }),
			sendNow: fc.boolean(),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			do: one("discard"),
			tab,
			entries: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
			waits: fc.boolean(),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ do: one("undo"), tab, discard: fc.nat(3) }) },
	{ weight: 1, arbitrary: fc.record({ do: one("edit"), tab }) },
	{ weight: 1, arbitrary: fc.record({ do: one("dismiss"), tab }) },
	{ weight: 3, arbitrary: fc.record({ do: one("replay"), tab, reconnected: fc.boolean() }) },
	{ weight: 2, arbitrary: fc.record({ do: one("send-now"), tab, entry: fc.nat(9) }) },
	{ weight: 2, arbitrary: fc.record({ do: one("kill"), tab }) },
	{ weight: 1, arbitrary: fc.record({ do: one("disk"), full: fc.boolean() }) },
	{ weight: 4, arbitrary: fc.record({ do: one("fault"), fault }) },
	{ weight: 3, arbitrary: fc.record({ do: one("pass"), ms: fc.constantFrom(2000, 20_000, 61_000) }) },
	{ weight: 4, arbitrary: fc.record({ do: one("turns"), count: fc.integer({ min: 1, max: 60 }) }) },
);

type History = { steps: Step[]; locks: boolean; channel: boolean; seed: number };

/** What was saved. `freed`: an undo brought it back without something that it came after. `isUnwanted`: to be discarded unless it is sent. */
type Saved = { id: EntryId; target: string; leaders: readonly Saved[]; freed: boolean; isUnwanted: boolean };

/** Whether a tab that was killed may have discarded it, or what it hangs on, without a word. */
const mayBeUnwanted = ({ isUnwanted, leaders }: Saved): boolean => isUnwanted || leaders.some(mayBeUnwanted);

const unlessFull = <T>(work: Promise<T>): Promise<T | undefined> =>
	work.catch((error: unknown) => {
		if (error instanceof Error && "reason" in error && error.reason === "full") return undefined;
		throw error;
	});

/** By the definition, not by the index: what comes after one of these, again and again. */
function hangingOf(ids: readonly string[], entries: readonly Entry[]): Set<string> {
	const reached = new Set(ids);
	for (let size = -1; size !== reached.size; ) {
		size = reached.size;
		for (const { id, after = [] } of entries) if (after.some((leader) => reached.has(leader))) reached.add(id);
	}
	return reached;
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

/** Lives through a history, checking after each step, and then through a quiet time in which every request is accepted. */
async function live({ steps, locks, channel, seed }: History) {
	const device = fakeDevice({ locks, channel, seed, batches: true });
	const { clock, server } = device;
	/** As a tab that opens now reads it. */
	const stored = () => device.context().outbox.list();
	const open = () => device.context();
	type Tab = ReturnType<typeof open>;
	const tabs = Array.from({ length: TABS }, open);
	const tabAt = (index: number) => tabs[index] ?? open();
	const saved = new Map<EntryId, Saved>();
	/** What was discarded and can still be undone, by the tab that did it. */
	let discards: { by: Tab; removed: readonly Entry[] }[] = [];
	const gone = new Set<EntryId>();
	let disk: { restore(): void } | undefined;

	async function checkNothingWaitsForWhatIsGone(): Promise<void> {
		const entries = await stored();
		const there = new Set(entries.map(({ id }) => id));
		const orphans = entries.filter(({ after = [] }) => after.some((id) => !there.has(id)));
		expect(orphans).toEqual([]);
	}

	function noteGone(by: Tab, removed: readonly Entry[]): void {
		const undelivered = removed.filter(({ status }) => status !== "accepted");
		for (const { id } of undelivered) gone.add(id);
		if (undelivered.length > 0) discards.push({ by, removed: undelivered });
	}

	async function discard(by: Tab, chosen: readonly EntryId[], waits: boolean): Promise<void> {
		const before = await stored();
		const mayGo = hangingOf(chosen, before);
		const check = (removed: readonly Entry[]) => {
			for (const entry of removed) {
				expect(mayGo).toContain(entry.id);
				expect(leaseHolds(entry, clock.now())).toBe(false);
			}
			noteGone(by, removed);
		};
		if (!waits) return check((await unlessFull(by.outbox.discardAll(chosen))) ?? []);
		for (const id of chosen) {
			const about = saved.get(id);
			if (about) about.isUnwanted = true;
		}
		void unlessFull(by.outbox.discardUnlessSent(chosen)).then(async (removed = []) => {
			// An undo may have brought some of it back while it still waited for the rest.
			const there = new Set((await stored()).map(({ id }) => id));
			noteGone(
				by,
				removed.filter(({ id }) => !there.has(id)),
			);
		});
		await turns(4);
	}

	async function undo(one: (typeof discards)[number]): Promise<void> {
		const back = await unlessFull(one.by.outbox.restore(one.removed));
		if (!back) return;
		discards = discards.filter((other) => other !== one);
		const there = new Set((await stored()).map(({ id }) => id));
		for (const { id } of one.removed) expect(there).toContain(id);
		const originals = new Map([...discards, one].flatMap(({ removed }) => removed).map((entry) => [entry.id, entry]));
		for (const entry of back) {
			gone.delete(entry.id);
			const about = saved.get(entry.id);
			const original = originals.get(entry.id);
			if (!original) {
				// One of those came after it, and its own discard has not ended yet.
				expect(about && mayBeUnwanted(about)).toBe(true);
				continue;
			}
			if (JSON.stringify(entry) === JSON.stringify(original)) continue;
			// Something that it came after is gone for good, here or in another tab.
			const { after = [] } = original;
			expect(after.length).toBeGreaterThan(entry.after?.length ?? 0);
			expect(after).toEqual(expect.arrayContaining([...(entry.after ?? [])]));
			if (about) about.freed = true;
		}
	}

	async function correct(by: Pick<Tab, "outbox">): Promise<void> {
		for (const entry of (await stored()).filter(({ status }) => status === "rejected")) {
			const after = await unlessFull(by.outbox.edit(entry.id, {}));
			const about = saved.get(entry.id);
			if (typeof after !== "object" || !about) continue;
			about.id = after.id;
			saved.delete(entry.id);
			saved.set(after.id, about);
		}
	}

	async function takeStep(now: Step, index: number): Promise<unknown> {
		switch (now.do) {
			case "save": {
				const { outbox } = tabAt(now.tab);
				const all = await stored();
				const leaders = [...new Set(now.leaders.flatMap((number) => at(all, number)?.id ?? []))];
				const target = `${index}.example`;
				// One of them may have been removed in the meantime; then nothing is saved.
				const entry = await unlessFull(outbox.enqueue({ ...scanOf(target), after: leaders })).catch(() => undefined);
				if (!entry) return;
				const before = leaders.flatMap((id) => saved.get(id) ?? []);
				saved.set(entry.id, { id: entry.id, target, leaders: before, freed: false, isUnwanted: false });
				if (now.sendNow) void unlessFull(outbox.sendNow(entry.id));
				return;
			}
			case "discard": {
				const all = await stored();
				const chosen = [...new Set(now.entries.flatMap((number) => at(all, number)?.id ?? []))];
				return discard(tabAt(now.tab), chosen, now.waits);
			}
			case "undo": {
				const chosen = at(
					discards.filter(({ by }) => by === tabs[now.tab]),
					now.discard,
				);
				return chosen && undo(chosen);
			}
			case "edit":
				return correct(tabAt(now.tab));
			case "dismiss":
				for (const { id } of await stored()) await unlessFull(tabAt(now.tab).outbox.dismiss(id));
				return;
			case "replay":
				return void unlessFull(tabAt(now.tab).outbox.replay({ reconnected: now.reconnected }));
			case "send-now": {
				const chosen = at(await stored(), now.entry);
				return chosen && void unlessFull(tabAt(now.tab).outbox.sendNow(chosen.id));
			}
			case "kill": {
				const dying = tabAt(now.tab);
				dying.kill();
				discards = discards.filter(({ by }) => by !== dying);
				tabs[now.tab] = device.context();
				return;
			}
			case "disk":
				disk?.restore();
				disk = now.full ? fillDisk() : undefined;
				return;
			case "fault":
				return void server.faults.push(now.fault);
			case "pass":
				return clock.advance(now.ms);
			case "turns":
				return turns(now.count);
		}
	}

	try {
		for (const [index, now] of steps.entries()) {
			await takeStep(now, index);
			await checkNothingWaitsForWhatIsGone();
		}
	} finally {
		disk?.restore();
	}
	server.faults.length = 0;
	// Whatever still waits for its turn to be discarded is.
	for (let round = 0; round < 5; round++) {
		clock.advance(61_000);
		await turns(80);
	}
	await checkNothingWaitsForWhatIsGone();

	const { outbox } = device.context();
	await outbox.replay();
	const settled = await stored();
	const states = new Map(settled.map(({ id, status }) => [id, status]));
	for (const entry of settled.filter(({ status }) => status === "queued" || status === "held")) {
		const stuck = (entry.after ?? []).some((id) => ["held", "rejected"].includes(states.get(id) ?? ""));
		expect([entry.id, entry.status === "held" && entry.reason === "after"]).toEqual([
			entry.id,
			stuck && !isOther(entry),
		]);
	}

	for (let round = 0; round < 100; round++) {
		await correct({ outbox });
		const open = (await stored()).filter(({ status }) => status !== "accepted");
		if (open.length === 0) break;
		await outbox.hurry(open.map(({ id }) => id));
		const pass = outbox.replay({ reconnected: true });
		await turns(40);
		clock.advance(21_000);
		await pass;
	}
	return { saved, gone, entries: await stored(), server };
}

/** Held for a reason of its own. */
const isOther = (entry: Entry) => entry.status === "held" && entry.reason !== "after";

const history: fc.Arbitrary<History> = fc.record({
	steps: fc.array(step, { maxLength: 40, size: "max" }),
	locks: fc.boolean(),
	channel: fc.boolean(),
	seed: fc.nat(),
});

describe(`random histories of discards and undos, FUZZ_SEED=${SEED} FUZZ_TIMES=${TIMES}`, () => {
	test(`no entry waits for one that is gone, an undo brings back all of it, and nothing goes out twice, in ${RUNS} of them`, {
		timeout: 900_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const { saved, gone, entries, server } = await live(given);
				expect(entries.filter(({ status }) => status !== "accepted")).toEqual([]);
				const committed = [...server.scans.keys()];
				const there = new Set(entries.map(({ id }) => id));
				for (const about of saved.values()) {
					const { id, target, leaders, freed } = about;
					if (gone.has(id)) expect(there).not.toContain(id);
					if (gone.has(id) || (mayBeUnwanted(about) && !there.has(id))) continue;
					expect(server.scans.get(id)?.body).toContain(`"${target}"`);
					for (const leader of leaders)
						if (!freed && !gone.has(leader.id))
							expect(committed.indexOf(id)).toBeGreaterThan(committed.indexOf(leader.id));
				}
				if (given.locks) expect(Math.max(0, ...server.together.values())).toBeLessThanOrEqual(1);
			}),
			{ numRuns: RUNS, seed: SEED },
		);
	});
});
