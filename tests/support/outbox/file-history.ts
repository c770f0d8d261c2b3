import fc from "fast-check";
import { expect } from "vitest";
import type { OutboxDeps } from "#src/outbox/deps.ts";
import type { Attachment } from "#src/outbox/files/attachment.ts";
import type { Outbox } from "#src/outbox/surface.ts";
import { seededRandom, turns } from "./outbox-clock.ts";
import { fillDisk } from "./outbox-database.ts";
import { deviceWith } from "./outbox-device.ts";
import { sha256Of, type TusFault, type TusServer, tusServer } from "./tus-server.ts";

const TABS = 2;
export const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11";
const BEN = "0a5f3a0e-7f8e-4b6e-8a51-5d4c9a3f1c22";
export const BOOKS = ["5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101", "c0ffee00-1111-4222-8333-444455556666"] as const;
const KB = 1024;

/** What people attach: the same files repeatedly. */
const FILES = [0, 40 * KB, 300 * KB, 700 * KB].map((size) => {
	const random = seededRandom(size + 1);
	const bytes = Uint32Array.from({ length: size / 4 }, () => random() * 2 ** 32).buffer;
	const attachment: Attachment = { sha256: sha256Of(bytes), size, type: "image/jpeg", name: `${size}.jpg` };
	return { bytes, attachment };
});

type Step =
	/** `files`: indexes in FILES. `after`: whether it comes after the one before it. */
	| { do: "enqueue"; tab: number; files: number[]; owner: string; book: number; after: boolean }
	| { do: "replay"; tab: number; reconnected: boolean }
	| { do: "send-now"; tab: number; entry: number }
	| { do: "kill"; tab: number }
	| { do: "sign-in"; tab: number; account: string }
	| { do: "sign-out"; tab: number }
	/** And undone some time later. */
	| { do: "discard"; tab: number; entry: number; forMs: number }
	| { do: "line"; tab: number; line: "wifi" | "cellular"; wifiOnly: boolean }
	| { do: "cut"; every: number }
	| { do: "disk"; full: boolean }
	| { do: "fault"; fault: TusFault }
	/** The server loses unfinished uploads, or a finished file that no entry has. */
	| { do: "expire"; what: "uploads" | "files" }
	| { do: "pass"; ms: number }
	| { do: "turns"; count: number };

const tab = fc.nat(TABS - 1);
const fault = fc.constantFrom<TusFault>(
	"refuse-connection",
	"lose-answer",
	{ status: 500 },
	{ status: 503, headers: { "retry-after": "60" } },
	{ status: 404 },
	{ status: 409 },
	{ status: 423 },
	{ status: 401, body: { code: "signed_out", message: "" } },
	{ status: 409, body: { code: "storage_full", message: "" } },
	{ status: 200, headers: { "content-type": "text/html" } },
);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant("enqueue" as const),
			tab,
			files: fc.uniqueArray(fc.nat(FILES.length - 1), { maxLength: 3 }),
			owner: fc.constantFrom(ADA, ADA, BEN),
			book: fc.nat(1),
			after: fc.boolean(),
		}),
	},
	{ weight: 5, arbitrary: fc.record({ do: fc.constant("replay" as const), tab, reconnected: fc.boolean() }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("send-now" as const), tab, entry: fc.nat(9) }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant("kill" as const), tab }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("sign-in" as const), tab, account: fc.constantFrom(ADA, BEN) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("sign-out" as const), tab }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant("discard" as const),
			tab,
			entry: fc.nat(9),
			forMs: fc.constantFrom(0, 60_000, 540_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant("line" as const),
			tab,
			line: fc.constantFrom("wifi" as const, "cellular" as const),
			wifiOnly: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant("cut" as const),
			every: fc.constantFrom(50 * KB, 200 * KB, Number.POSITIVE_INFINITY),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("disk" as const), full: fc.boolean() }) },
	{ weight: 5, arbitrary: fc.record({ do: fc.constant("fault" as const), fault }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant("expire" as const),
			what: fc.constantFrom("uploads" as const, "files" as const),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(2000, 20_000, 65_000) }),
	},
	{ weight: 5, arbitrary: fc.record({ do: fc.constant("turns" as const), count: fc.integer({ min: 1, max: 60 }) }) },
);

/** What a person saves: a text with files, in a place. */
type Saving = {
	text: string;
	place: string;
	owner: string;
	files: readonly { attachment: Attachment; bytes: ArrayBuffer }[];
	after: readonly string[];
};

/** One context's outbox, and how it saves. */
type Saver = Outbox & { save(saving: Saving): Promise<{ id: string; attachments?: readonly Attachment[] }> };

/** Who the histories belong to. */
export type Subject = {
	outbox(platform: OutboxDeps): Saver;
	/** How its requests reach a notes server. */
	fetch(server: TusServer): TusServer["fetch"];
};

export type History = { steps: Step[]; locks: boolean; channel: boolean; seed: number };
type Promised = {
	id: string;
	text: string;
	place: string;
	owner: string;
	/** As they were given, and as the entry names them. */
	given: readonly Attachment[];
	files: readonly Attachment[];
	leader: string | undefined;
};

/** A device that is full refuses; anything else that goes wrong is a fault. */
const unlessFull = <T>(work: Promise<T>): Promise<T | undefined> =>
	work.catch((error: unknown) => {
		if (error instanceof Error && "reason" in error && error.reason === "full") return undefined;
		throw error;
	});

/** Lives through a history and then through a quiet time in which every request is accepted. */
export async function live({ steps, locks, channel, seed }: History, subject: Subject) {
	const server = tusServer();
	const device = deviceWith({ fetch: subject.fetch(server) }, { locks, channel, seed });
	const { clock } = device;
	const lines: ("wifi" | "cellular")[] = Array(TABS).fill("wifi");
	const open = (index: number) => device.context({ line: () => lines[index] ?? "wifi" }, subject.outbox);
	const tabs = Array.from({ length: TABS }, (_, index) => open(index));
	const outboxAt = (index: number) => (tabs[index] ?? open(index)).outbox;
	/** What the screen was told is saved. */
	const promised: Promised[] = [];
	let disk: { restore(): void } | undefined;

	async function enqueue(now: Step & { do: "enqueue" }, text: string): Promise<void> {
		const files = now.files.flatMap((index) => FILES[index] ?? []);
		const place = BOOKS[now.book] ?? BOOKS[0];
		const leader = now.after ? promised.at(-1)?.id : undefined;
		const entry = await unlessFull(
			outboxAt(now.tab).save({ text, place, owner: now.owner, files, after: leader === undefined ? [] : [leader] }),
		);
		if (!entry) return;
		const given = files.map(({ attachment }) => attachment);
		promised.push({ id: entry.id, text, place, owner: now.owner, given, files: entry.attachments ?? [], leader });
	}

	async function discardForAWhile(now: Step & { do: "discard" }): Promise<void> {
		const chosen = promised[now.entry % Math.max(promised.length, 1)];
		const removed = chosen && (await unlessFull(outboxAt(now.tab).discardAll([chosen.id])));
		if (!removed) return;
		await unlessFull(outboxAt(now.tab).prune());
		clock.advance(now.forMs);
		// A person who undoes it has room for it.
		disk?.restore();
		disk = undefined;
		await outboxAt(now.tab).restore(removed);
	}

	async function signIn(outbox: Outbox, account: string): Promise<void> {
		await unlessFull(outbox.setSignedOut(false));
		await unlessFull(outbox.setAccount(account));
		await unlessFull(outbox.releaseHeld(account, "sign-in"));
	}

	async function takeStep(now: Step, index: number): Promise<unknown> {
		switch (now.do) {
			case "enqueue":
				return enqueue(now, `note ${index}`);
			case "replay":
				return void unlessFull(outboxAt(now.tab).replay({ reconnected: now.reconnected }));
			case "send-now": {
				const chosen = promised[now.entry % Math.max(promised.length, 1)];
				return void (chosen && unlessFull(outboxAt(now.tab).sendNow(chosen.id)));
			}
			case "kill":
				tabs[now.tab]?.kill();
				tabs[now.tab] = open(now.tab);
				return;
			case "sign-in":
				return signIn(outboxAt(now.tab), now.account);
			case "sign-out":
				await unlessFull(outboxAt(now.tab).setSignedOut(true));
				return unlessFull(outboxAt(now.tab).setAccount(null));
			case "discard":
				return discardForAWhile(now);
			case "line":
				lines[now.tab] = now.line;
				return unlessFull(outboxAt(now.tab).setFilesOnWifiOnly(now.wifiOnly));
			case "cut":
				server.line.cutEvery = now.every;
				return;
			case "disk":
				disk?.restore();
				disk = now.full ? fillDisk() : undefined;
				return;
			case "fault":
				return void server.faults.push(now.fault);
			case "expire":
				server.forgetUploads();
				if (now.what === "files") {
					const needed = new Set(
						[...server.entries.values()].flatMap(({ place, files }) => files.map((one) => `${place}/${one}`)),
					);
					for (const key of server.stored.keys()) if (!needed.has(key)) server.stored.delete(key);
				}
				return;
			case "pass":
				return clock.advance(now.ms);
			case "turns":
				return turns(now.count);
		}
	}

	try {
		for (const [index, now] of steps.entries()) await takeStep(now, index);
	} finally {
		disk?.restore();
	}
	server.faults.length = 0;
	server.line.cutEvery = Number.POSITIVE_INFINITY;
	lines.fill("wifi");
	const { outbox } = device.context({}, subject.outbox);
	for (let round = 0; round < 100; round++) {
		const left = (await outbox.list()).filter(({ status }) => status !== "accepted");
		if (left.length === 0) break;
		await signIn(outbox, round % 2 === 0 ? ADA : BEN);
		await outbox.hurry(left.map(({ id }) => id));
		const pass = outbox.replay({ reconnected: true });
		await turns(60);
		clock.advance(65_000);
		await pass;
	}
	return { promised, server, entries: await outbox.list() };
}

export const history: fc.Arbitrary<History> = fc.record({
	steps: fc.array(step, { maxLength: 35, size: "max" }),
	locks: fc.boolean(),
	channel: fc.boolean(),
	seed: fc.nat(),
});

type Lived = Awaited<ReturnType<typeof live>>;

/** None lost, none twice, none in a wrong place, too early or without its files. */
export function expectAllThere({ promised, server, entries }: Lived, { locks }: History): void {
	expect(entries.map(({ id, status }) => ({ id, status }))).toEqual(
		promised.map(({ id }) => ({ id, status: "accepted" })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
	);
	const order = [...server.entries.keys()];
	expect(order.toSorted()).toEqual(promised.map(({ id }) => id).toSorted());
	expect(server.log.filter((line) => line.startsWith("entry"))).toHaveLength(promised.length);
	for (const { id, text, place, files, leader } of promised) {
		expect(server.entries.get(id)).toEqual({ key: id, text, place, files: files.map(({ sha256 }) => sha256) });
		if (leader) expect(order.indexOf(id)).toBeGreaterThan(order.indexOf(leader));
	}
	for (const [key, bytes] of server.stored) {
		const [place, sha256] = key.split("/");
		expect(sha256Of(bytes)).toBe(sha256);
		expect(promised.some((one) => one.place === place && one.files.some((file) => file.sha256 === sha256))).toBe(true);
	}
	if (locks) expect(server.together()).toBeLessThanOrEqual(1);
}
