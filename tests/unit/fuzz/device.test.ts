import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvOf } from "#contract/csv.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { dayText } from "#contract/format/time.ts";
import type { EntryId } from "#contract/ids.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { type ScanFilter, STATUS_FILTERS } from "#contract/scans/scan-query.ts";
import { sameness } from "#src/features/outbox-screen/add-many/parse-targets.ts";
import { LINES_LIMIT } from "#src/features/outbox-screen/add-many/rows.ts";
import { sharedTarget } from "#src/features/scans/launch/use-shared-target.ts";
import { answered, CHOICES, readAnswers } from "#src/features/self-assessment/assessment.ts";
import { readEvents, type StreamEvent } from "#src/lib/data/event-stream.ts";
import { findingQuery, readFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { filterQuery, matchesFilter, readFilter } from "#src/lib/scans/scan-filter.ts";
import { judge, RETRY_AFTER_CAP_MS, readRetryAfter } from "#src/outbox/delivery/policy.ts";
import { readBatch } from "#src/outbox/delivery/send-batch.ts";
import { openEntries, sealEntries } from "#src/outbox/hand-over/hand-over.ts";
import { arrived } from "#src/outbox/hand-over/portable.ts";
import { createRecords } from "#src/outbox/storage/record.ts";
import { readCarried } from "#src/requests/carried.ts";
import { REQUESTS } from "#src/requests/definition.ts";
import { OUTBOX } from "#src/requests/name.ts";
import { readRecord } from "#src/requests/records.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, nearly, wildJson, wildText } from "#tests/support/fuzz/wild.ts";
import { scanOf } from "#tests/support/outbox/outbox-device.ts";
import { parseTargets } from "#tests/support/outbox/parse-targets.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";
import { noticeOf } from "../../../sw/push.ts";

const NOW = Date.UTC(2026, 10, 22);
const ID = "019b7650-0000-7000-8000-000000000001" as EntryId;
const ENTRY = createEntry(scanOf("a.example"), ID, NOW);
const { bare } = createRecords(REQUESTS);

const device = { now: () => NOW, random: () => 0.5 };
const jsonText = wildJson.map((value) => JSON.stringify(value));

test("a stored record is read as it was written or not at all, and an import starts as a whole entry", async () => {
	await fuzz(
		fc.property(fc.oneof(nearly(ENTRY), wildJson), (record) => {
			const read = readRecord(ID, record);
			if (read) expect(readRecord(ID, structuredClone(read))).toEqual(read);
			for (const carried of readCarried([record, record], null)) {
				if (!("entry" in carried)) continue;
				const entry = arrived(bare(carried.entry), NOW);
				expect(readRecord(ID, structuredClone(entry))).toEqual(entry);
			}
		}),
		{ runs: 700 },
	);
});

/** The real cipher with a key that is cheap to derive. */
const quick = {
	getRandomValues: crypto.getRandomValues.bind(crypto),
	subtle: new Proxy(crypto.subtle, {
		get: (subtle, name) =>
			name === "deriveKey"
				? (algorithm: Pbkdf2Params, ...rest: [CryptoKey, AesKeyGenParams, boolean, KeyUsage[]]) =>
						subtle.deriveKey({ ...algorithm, iterations: 1 }, ...rest)
				: Reflect.get(subtle, name).bind(subtle),
	}),
};
const sealed = await sealEntries(OUTBOX, [ENTRY], "a long passphrase", quick);

test("a hand-over file is opened whole, or named for what is wrong with it; no change to it goes unnoticed", async () => {
	await fuzz(
		fc.asyncProperty(
			fc.oneof(
				mutated(sealed),
				nearly(JSON.parse(sealed)).map((value) => JSON.stringify(value)),
				jsonText,
				wildText,
			),
			async (text) => {
				const opened = await openEntries(OUTBOX, text, "a long passphrase", quick);
				if (opened.status === "open") expect(opened.records).toEqual(JSON.parse(JSON.stringify([ENTRY])));
			},
		),
		{ runs: 500 },
	);
});

const DEFAULTS = {
	kind: "combined",
	email: "ada@example.org",
	client: "",
	clients: [],
	note: "",
	waiting: new Set<string>(),
	columns: null,
} as const;

test("pasted lines are each a request or a problem, in their order, and a copy of them is read the same way", async () => {
	const cell = fc.oneof(
		wildText,
		fc.constantFrom("nmap", "a.example", "https://b.example/", "c.example:443", '"', "'"),
	);
	const text = fc.oneof(
		fc
			.array(
				fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(",")),
				{ maxLength: 8 },
			)
			.map((lines) => lines.join("\n")),
		fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }).map((rows) => Papa.unparse(rows)),
		wildText,
	);
	await fuzz(
		fc.property(text, (text) => {
			const { lines } = parseTargets(text, DEFAULTS);
			expect(lines.length).toBeLessThanOrEqual(LINES_LIMIT);
			for (const [index, { line, request, problem }] of lines.entries()) {
				expect(line).toBeGreaterThan(lines[index - 1]?.line ?? 0);
				expect(request === null).toBe(problem !== null);
				if (request) sameness(request);
			}
			const rows = lines.flatMap(({ request, target, client, note }) =>
				request ? [[request.kind, target, client, note]] : [],
			);
			const again = parseTargets(Papa.unparse([["kind", "target", "client", "note"], ...rows]), DEFAULTS);
			expect(again.lines.map(({ request, client, note }) => [request, client, note])).toEqual(
				lines.flatMap(({ request, client, note }) => (request ? [[request, client, note]] : [])),
			);
		}),
		{ runs: 700 },
	);
});

test("a spreadsheet sees no formula in a CSV file, and reads back what was written but for the marks against them", async () => {
	const { head, line } = csvOf<string[]>({ a: ([a = ""]) => a, b: ([, b = ""]) => b });
	await fuzz(
		fc.property(fc.array(fc.tuple(wildText, wildText), { maxLength: 5 }), (rows) => {
			const text = head + rows.map(line).join("");
			const { data, errors } = Papa.parse<string[]>(text.slice(0, -2), { delimiter: ",", newline: "\r\n" });
			expect(errors).toEqual([]);
			expect(data).toHaveLength(rows.length + 1);
			for (const [index, row] of rows.entries()) {
				for (const [column, cell] of row.entries()) {
					const read = data[index + 1]?.[column] ?? "";
					expect(read).not.toMatch(/^[=+\-@\t\r\n]/);
					expect(read.replaceAll("'", "")).toBe(cell.replaceAll("'", ""));
				}
			}
		}),
		{ runs: 700 },
	);
});

const QUESTION = "a";

test("saved answers are read again as they are, and every date among them can be shown", async () => {
	const answer = fc.record(
		{
			choice: fc.oneof(fc.constantFrom(...CHOICES), wildJson),
			evidence: wildText,
			owner: wildText,
			due: fc.oneof(fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), wildText),
		},
		{ requiredKeys: [] },
	);
	const saved = fc.oneof(
		fc
			.dictionary(fc.oneof(fc.constant(QUESTION), wildText), fc.oneof(answer, wildJson))
			.map((all) => JSON.stringify(all)),
		jsonText,
		wildText,
	);
	await fuzz(
		fc.property(saved, (text) => {
			const answers = readAnswers(text);
			expect(readAnswers(JSON.stringify(answers))).toEqual(answers);
			for (const { due } of Object.values(answers)) if (due) expect(dayText(due)).not.toContain("undefined");
			expect(answered(answers, QUESTION, { choice: "yes" })[QUESTION]?.choice).toBe("yes");
		}),
		{
			runs: 700,
			kept: [['{"a":{"due":"9999-99-99"}}'], ['{"a":{"due":"2026-02-30"}}'], ['{"__proto__":{"choice":"yes"}}']],
		},
	);
});

const SCAN = {
	id: ID,
	kind: "nmap",
	target: "a.example",
	client: "Acme",
	status: "completed",
	acceptedAt: "2026-11-22T10:00:00Z",
	startedAt: null,
	estimatedAt: null,
	finishedAt: null,
	progress: 100,
	step: "",
	coverage: "full",
	failure: null,
	findings: null,
	worst: "high",
} as const;

test("a filter in an address is read, written and read again as the same filter", async () => {
	const day = fc.oneof(fc.stringMatching(/^20\d\d-(0\d|1[0-2])-[0-3]\d$/), wildText);
	const lists = fc.oneof(
		fc
			.array(fc.constantFrom(...STATUS_FILTERS, ...SCAN_KINDS, ...SEVERITIES, ""), { maxLength: 4 })
			.map((all) => all.join(",")),
		wildText,
	);
	const names = [
		"phase",
		"status",
		"kind",
		"severity",
		"from",
		"to",
		"client",
		"q",
		"state",
		"host",
		"rule",
		"title",
		"category",
	];
	const query = fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(lists, day, wildText)), { maxLength: 6 });
	await fuzz(
		fc.property(query, (pairs) => {
			const typed = new URLSearchParams(pairs);
			const filter: ScanFilter = readFilter(typed);
			expect(readFilter(filterQuery(filter))).toEqual(filter);
			expect(typeof matchesFilter({ ...SCAN, id: SCAN.id as never }, filter)).toBe("boolean");
			const findings = readFindingFilter(typed);
			expect(readFindingFilter(findingQuery(findings))).toEqual(findings);
		}),
		{ runs: 700 },
	);
});

test("whatever a server answers, an entry gets an outcome that can be stored and is due at a time that exists", async () => {
	const after = fc.oneof(
		fc.integer().map(String),
		fc.date().map((date) => date.toUTCString()),
		wildText,
	);
	const known = fc.constantFrom(
		{ receipt: { key: ID, scanId: ID, acceptedAt: "2026-11-22T10:00:00Z" } },
		{ code: "rate_limited", message: "Wait.", details: { scope: "client", retryAfter: 5 } },
		{ answers: [{ key: ID, status: 202, body: { receipt: { key: ID } } }] },
	);
	const body = fc.oneof(known.chain(nearly), known, wildJson).map((value) => JSON.stringify(value));
	const answer = fc.record({
		type: fc.constant("answer" as const),
		status: fc.oneof(
			fc.constantFrom(200, 202, 204, 400, 401, 408, 413, 422, 429, 500, 501, 503),
			fc.integer({ min: 200, max: 999 }),
		),
		contentType: fc.oneof(fc.constantFrom("application/json", "text/html", ""), wildText),
		retryAfter: fc.option(after),
		text: fc.oneof(body, wildText),
	});
	await fuzz(
		fc.property(answer, (answer) => {
			const verdict = judge(answer, { id: ID, attempts: 1 }, { ...device, definition: REQUESTS });
			if (verdict.outcome === "retry") {
				expect(verdict.notBefore).toBeGreaterThanOrEqual(NOW);
				expect(verdict.notBefore).toBeLessThanOrEqual(NOW + RETRY_AFTER_CAP_MS);
				const waiting = { ...ENTRY, status: "queued", notBefore: verdict.notBefore, lastError: verdict.error };
				expect(readRecord(ID, waiting)).toEqual(waiting);
			} else if (verdict.outcome === "delivered") {
				expect(readRecord(ID, { ...ENTRY, status: "accepted", at: NOW, receipt: verdict.receipt })).not.toBeNull();
			} else {
				const kept = verdict.outcome === "hold" ? { status: "held", reason: verdict.reason } : { status: "rejected" };
				expect(readRecord(ID, { ...ENTRY, ...kept, error: verdict.error })).not.toBeNull();
			}
			const batch = readBatch(answer);
			if (batch.type !== "answers") return;
			for (const one of batch.answers.values())
				judge(one, { id: ID, attempts: 1 }, { ...device, definition: REQUESTS });
		}),
		{ runs: 800 },
	);
	const wait = readRetryAfter("9".repeat(400), NOW);
	expect(wait).toBe(RETRY_AFTER_CAP_MS);
});

test("a stream of events gives the same events however it is cut into pieces", async () => {
	const line = fc.oneof(
		fc.constantFrom(
			"",
			":",
			"event: scan",
			"event:",
			"data: {}",
			"data",
			'data: {"a":"é👩"}',
			"id: 1",
			"retry: x",
			"\ufeffdata: 1",
		),
		wildText.map((text) => `data: ${text.toWellFormed()}`),
	);
	const stream = fc.array(line, { maxLength: 12 }).map((lines) => new TextEncoder().encode(`${lines.join("\n")}\n\n`));
	const eventsOf = async (pieces: Uint8Array<ArrayBuffer>[]) => {
		const events: StreamEvent[] = [];
		const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
			start(controller) {
				for (const piece of pieces) controller.enqueue(piece);
				controller.close();
			},
		});
		await readEvents(body, (event) => events.push(event));
		return events;
	};
	await fuzz(
		fc.asyncProperty(stream, fc.array(fc.nat(400), { maxLength: 6 }), async (bytes, cuts) => {
			const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
			const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
			expect(await eventsOf(pieces)).toEqual(await eventsOf([bytes]));
		}),
		{ runs: 500 },
	);
});

test("every push message is shown, and opens a page of ours", async () => {
	const message = fc.constant({ kind: "scan-finished", host: "a.example", id: ID }).chain(nearly);
	await fuzz(
		fc.property(
			fc.oneof(message, wildJson).map((value) => JSON.stringify(value)),
			(text) => {
				const notice = noticeOf(text);
				expect(notice.title).not.toBe("");
				const opened = new URL(notice.path, "https://plumbline.example");
				expect(opened.origin).toBe("https://plumbline.example");
				expect(opened.pathname).toMatch(/^\/dashboard(\/scans\/[\da-f-]{36})?$/i);
			},
		),
		{ runs: 500 },
	);
});

test("what is shared to the app is a web address or nothing", async () => {
	const text = fc.oneof(
		fc.tuple(wildText, fc.webUrl(), wildText).map((parts) => parts.join(" ")),
		wildText,
	);
	await fuzz(
		fc.property(fc.constantFrom("share-url", "share-text", "share-title"), text, (name, text) => {
			const shared = sharedTarget(new URLSearchParams([[name, text]]));
			if (shared !== null) expect(shared).toMatch(/^https?:\/\/\S/i);
		}),
		{ runs: 500 },
	);
});
