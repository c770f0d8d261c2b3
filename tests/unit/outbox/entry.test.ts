import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { type EntryState, LEASE_MS } from "#src/outbox/entry.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { Entry, Requests } from "#src/requests/entry.ts";
import { STALE_AFTER_MS } from "#src/requests/kinds.ts";
import { scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createEntry, transition } from "#tests/support/outbox/product-outbox.ts";

const NOW = Date.UTC(2026, 0, 1);
const ID = "019b7650-0000-7000-8000-000000000001" as EntryId;
const fresh = createEntry(scanOf("example.com"), ID, NOW);
const error = { at: NOW, status: 500, code: null, message: "Broken." };
const receipt = { key: ID, scanId: crypto.randomUUID(), acceptedAt: new Date(NOW).toISOString() } as never;

function entryIn(state: EntryState<Requests>, attempts = 1): Entry {
	const { v, id, request, owner, createdAt } = fresh;
	return { v, id, request, owner, createdAt, attempts, ...state };
}

const states = {
	queued: entryIn({ status: "queued", notBefore: NOW, lastError: error }),
	sending: entryIn({ status: "sending", leaseUntil: NOW + LEASE_MS }),
	held: entryIn({ status: "held", reason: "sign-in", error }),
	accepted: entryIn({ status: "accepted", at: NOW, receipt }),
	rejected: entryIn({ status: "rejected", error }),
};

describe("leasing", () => {
	test("a fresh entry is its own tab's for two seconds, then anyone's", () => {
		expect(transition(fresh, { type: "lease", now: NOW + HEAD_START_MS - 1 })).toBe(fresh);
		expect(transition(fresh, { type: "lease", now: NOW + HEAD_START_MS })).toMatchObject({
			status: "sending",
			attempts: 1,
			leaseUntil: NOW + HEAD_START_MS + LEASE_MS,
		});
		expect(transition(fresh, { type: "lease", now: NOW, byHand: true }).status).toBe("sending");
	});

	test("promise 3: an entry under a lease cannot be leased until the lease has run out", () => {
		const { sending } = states;
		expect(transition(sending, { type: "lease", now: NOW + LEASE_MS - 1, byHand: true })).toBe(sending);
		expect(transition(sending, { type: "lease", now: NOW + LEASE_MS })).toMatchObject({
			status: "sending",
			attempts: 2,
		});
	});

	test("the context that holds the lock takes an abandoned entry at once", () => {
		expect(transition(states.sending, { type: "lease", now: NOW, locked: true })).toMatchObject({ attempts: 2 });
	});

	test("a lease longer than any lease is from before the clock was set back", () => {
		const later = entryIn({ status: "sending", leaseUntil: NOW + 24 * 60 * LEASE_MS });
		expect(transition(later, { type: "lease", now: NOW }).attempts).toBe(2);
	});

	test("a back-off from before the clock was set back is over", () => {
		const later = entryIn({ status: "queued", notBefore: NOW + 5000, lastError: { ...error, at: NOW + 1 } });
		expect(transition(later, { type: "lease", now: NOW }).status).toBe("sending");
	});

	test("accepted and rejected entries are never sent again, for any reason", () => {
		for (const entry of [states.accepted, states.rejected])
			expect(transition(entry, { type: "lease", now: NOW, byHand: true, locked: true, reconnected: true })).toBe(entry);
	});

	test("when the network is back, only a wait for lack of an answer is over", () => {
		const wait = { status: "queued", notBefore: NOW + 1000 } as const;
		const unanswered = entryIn({ ...wait, lastError: { ...error, status: null } });
		expect(transition(unanswered, { type: "lease", now: NOW, reconnected: true }).status).toBe("sending");
		const refused = entryIn({ ...wait, lastError: error });
		expect(transition(refused, { type: "lease", now: NOW, reconnected: true })).toBe(refused);
	});
});

describe("promise 7: nothing is dropped for age", () => {
	const late = NOW + STALE_AFTER_MS + 1;

	test("an entry older than seven days is held and asks", () => {
		expect(transition(states.queued, { type: "lease", now: late, staleAfterMs: STALE_AFTER_MS })).toMatchObject({
			status: "held",
			reason: "stale",
			error,
		});
	});

	test("an entry past its not-after is held and asks", () => {
		const limited = { ...fresh, notAfter: NOW + 5000 };
		expect(transition(limited, { type: "lease", now: NOW + 5000 }).status).toBe("sending");
		expect(transition(limited, { type: "lease", now: NOW + 5001 })).toMatchObject({
			status: "held",
			reason: "not-after",
		});
	});

	test("a yes counts for seven days more and lifts a limit that has passed", () => {
		const held = transition(
			{ ...fresh, notAfter: NOW + 5000 },
			{ type: "lease", now: late, staleAfterMs: STALE_AFTER_MS },
		);
		const released = transition(held, { type: "release", now: late });
		expect(released).toMatchObject({ status: "queued", notBefore: late, confirmedAt: late });
		expect(released).not.toHaveProperty("notAfter");
		expect(
			transition(released, { type: "lease", now: late + STALE_AFTER_MS, staleAfterMs: STALE_AFTER_MS }).status,
		).toBe("sending");
		expect(
			transition(released, { type: "lease", now: late + STALE_AFTER_MS + 1, staleAfterMs: STALE_AFTER_MS }),
		).toMatchObject({ reason: "stale" });
	});

	test("send anyway is one step from held", () => {
		const held = transition(fresh, { type: "lease", now: late, staleAfterMs: STALE_AFTER_MS });
		expect(transition(held, { type: "lease", now: late, byHand: true, staleAfterMs: STALE_AFTER_MS })).toMatchObject({
			status: "sending",
			confirmedAt: late,
		});
	});
});

describe("answers", () => {
	const retry = { outcome: "retry", notBefore: NOW + 5000, error } as const;

	test("each verdict leads to its state", () => {
		const next = (verdict: Parameters<typeof transition>[1] & { type: "answer" }) =>
			transition(states.sending, verdict);
		const event = { type: "answer", now: NOW, attempt: 1 } as const;
		expect(next({ ...event, verdict: { outcome: "delivered", receipt } })).toMatchObject({
			status: "accepted",
			receipt,
			at: NOW,
		});
		expect(next({ ...event, verdict: retry })).toMatchObject({
			status: "queued",
			notBefore: NOW + 5000,
			lastError: error,
		});
		expect(next({ ...event, verdict: { outcome: "hold", reason: "engine", error } })).toMatchObject({
			status: "held",
			reason: "engine",
		});
		expect(next({ ...event, verdict: { outcome: "reject", error } })).toMatchObject({ status: "rejected", error });
	});

	test("a failure of an earlier lease does not touch the later one", () => {
		const later = entryIn({ status: "sending", leaseUntil: NOW + LEASE_MS }, 2);
		expect(transition(later, { type: "answer", now: NOW, attempt: 1, verdict: retry })).toBe(later);
	});

	test("a delivery counts however late and in whatever state, except when it is known", () => {
		const event = { type: "answer", now: NOW, attempt: 1, verdict: { outcome: "delivered", receipt } } as const;
		for (const entry of [states.queued, states.held, states.rejected])
			expect(transition(entry, event).status).toBe("accepted");
		expect(transition(states.accepted, event)).toBe(states.accepted);
	});

	test("nothing of one state is left in the next", () => {
		const accepted = transition(states.sending, {
			type: "answer",
			now: NOW,
			attempt: 1,
			verdict: { outcome: "delivered", receipt },
		});
		expect(Object.keys(accepted)).not.toContain("leaseUntil");
		expect(Object.keys(transition(states.queued, { type: "lease", now: NOW }))).not.toContain("notBefore");
	});
});

describe("sent, but not processed by the server", () => {
	const event = { type: "unsent", now: NOW, attempt: 1 } as const;

	test("it is due again at once, and what went wrong before is still known", () => {
		const again = entryIn({ status: "sending", leaseUntil: NOW + LEASE_MS, lastError: error });
		expect(transition(again, event)).toEqual(entryIn({ status: "queued", notBefore: NOW, lastError: error }));
	});

	test("it touches neither a later lease nor what has been settled", () => {
		const later = entryIn({ status: "sending", leaseUntil: NOW + LEASE_MS }, 2);
		for (const entry of [later, states.queued, states.held, states.accepted, states.rejected])
			expect(transition(entry, event)).toBe(entry);
	});
});

test("release moves held entries only", () => {
	expect(transition(states.held, { type: "release", now: NOW })).toMatchObject({ status: "queued", lastError: error });
	for (const entry of [states.queued, states.sending, states.accepted, states.rejected])
		expect(transition(entry, { type: "release", now: NOW })).toBe(entry);
});
