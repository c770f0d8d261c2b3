import fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { API_PATHS } from "#contract/routes.ts";
import { CLIENT_FILE_DATA, type ClientFileSection } from "#contract/workspaces/client-file.ts";
import { readClientFile } from "#server/app/clients/file/read-client-file.ts";
import { createClientFileReaders } from "#server/app/clients/file/readers.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { createFinder } from "#tests/support/engines/finder.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, nearly, wildJson, wildText } from "#tests/support/fuzz/wild.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";
import { generateCall } from "#tests/support/workspaces/generate-call.ts";
import { type Consultancy, createConsultancy } from "../app/clients/consultancy.ts";
import { fillClient } from "../app/clients/fill-client.ts";
import { type Files, jsonIn, putJson, repacked } from "../app/clients/repack.ts";

/** Files in `npm run test:all`. Each has one thing wrong in most of its records. */
const FILES = 20;

const server = await startTestServer();
const finder = await createFinder(server);
const ada = await createConsultancy(server, finder);
const acme = await fillClient(server, ada, finder, "Acme");
const answer = await ada.call("readClientFile", { params: { clientId: acme.id } });
const original: Files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
const parts = Object.keys(original).flatMap((path) => {
	const section = /^data\/([\w-]+)-\d{4,6}\.json$/.exec(path)?.[1] as ClientFileSection | undefined;
	return section && section in CLIENT_FILE_DATA ? [{ path, section }] : [];
});

/** Texts that many fields accept, but that nobody writes in that place. */
const PROPER_ELSEWHERE = [
	"0001-01-01T00:00:00Z",
	"9999-12-31T23:59:59.999999999Z",
	"2026-01-01T00:00Z",
	"0001-01-01",
	"9999-12-31",
	"00000000-0000-0000-0000-000000000000",
	"ffffffff-ffff-ffff-ffff-ffffffffffff",
	"x",
	"report",
	"scan",
	"x".repeat(499),
];

/** The record with a different value somewhere that the file's schema still accepts; unchanged if a few tries find none. */
const otherwise = (section: ClientFileSection, record: unknown): fc.Arbitrary<unknown> =>
	fc
		.array(
			fc.oneof(
				nearly(record),
				fc
					.tuple(fc.nat(), fc.oneof(fc.constantFrom(...PROPER_ELSEWHERE), wildText, wildJson))
					.map(([at, put]) => withLeaf(record, at, put)),
			),
			{ minLength: 12, maxLength: 12 },
		)
		.map(
			(tries) =>
				tries.find((tried) => z.safeParse(CLIENT_FILE_DATA[section] as z.ZodMiniType, tried).success) ?? record,
		);

function withLeaf(value: unknown, at: number, put: unknown): unknown {
	const copy = structuredClone(value);
	const leaves: [holder: Record<string, unknown>, key: string][] = [];
	const walk = (holder: Record<string, unknown>) => {
		for (const [key, inner] of Object.entries(holder)) {
			if (typeof inner === "object" && inner !== null) walk(inner as Record<string, unknown>);
			else leaves.push([holder, key]);
		}
	};
	walk(copy as Record<string, unknown>);
	const [holder, key] = leaves[at % leaves.length] ?? [{}, ""];
	holder[key] = put;
	return copy;
}

/** The records that a case changes: the path of their part, their position in it, and their new values. */
type Change = { path: string; at: number; record: unknown };

/** A few at a time: often what is wrong with one record is that it no longer fits another, and then the file is refused. */
const CHANGED = 3;
const everyRecord = parts.flatMap(({ path, section }) =>
	(jsonIn(original, path) as unknown[]).map((before, at) => ({ path, section, before, at })),
);
const changesOf = (seed: number): Change[] =>
	fc
		.sample(fc.shuffledSubarray(everyRecord, { minLength: CHANGED, maxLength: CHANGED }), { numRuns: 1, seed })
		.flat()
		.flatMap(({ path, section, before, at }) => {
			const [record] = fc.sample(otherwise(section, before), { numRuns: 1, seed: seed + at });
			return record === before ? [] : [{ path, at, record }];
		});

function fileOf(changes: readonly Change[]): Buffer {
	const files = { ...original };
	for (const { path, at, record } of changes) {
		putJson(files, path, Object.assign(jsonIn(files, path), { [at]: record }));
	}
	return repacked(files);
}

/** Where two values differ, and what is there. */
function differences(before: unknown, after: unknown, path = ""): string[] {
	if (JSON.stringify(before) === JSON.stringify(after)) return [];
	if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) {
		return [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(after)}`.slice(0, 300)];
	}
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
		differences(before[key as never], after[key as never], `${path}/${key}`),
	);
}

/** Requests about a client that name nothing in it. */
const LISTS = (Object.entries(OPERATIONS) as [keyof typeof OPERATIONS, Operation][]).filter(
	([, { method, access, permission = "self", path, cost, answer }]) =>
		// Calls without their own answer return a file, or a stream that never ends.
		answer !== undefined &&
		method === "GET" &&
		access === "account" &&
		permission !== "self" &&
		cost === undefined &&
		!/:(?!clientId)/.test(path),
);

/** Lists, and what is read about each item. */
const DETAILS: Partial<Record<keyof typeof OPERATIONS, [detail: keyof typeof OPERATIONS, param: string]>> = {
	listScans: ["readScan", "scanId"],
	listEvidence: ["readEvidence", "evidenceId"],
	listControls: ["readControl", "controlId"],
	listTasks: ["readTask", "taskId"],
	listAssessments: ["readAssessment", "assessmentId"],
	listQuestionnaires: ["readCustomerQuestionnaire", "questionnaireId"],
	listReports: ["readReport", "reportId"],
};

const idsIn = (list: unknown): string[] =>
	Object.values(list as Record<string, unknown>)
		.flatMap((value) => (Array.isArray(value) ? value : []))
		.flatMap((item) => (typeof item === "object" && item !== null && "id" in item ? [String(item.id)] : []));

async function faultsOf(to: Consultancy, clientId: string): Promise<string[]> {
	const faults: string[] = [];
	const ask = async (name: keyof typeof OPERATIONS, params: Record<string, string> = {}) => {
		const { query } = generateCall(name, OPERATIONS[name], { ...params, clientId, host: "acme.example.com" });
		const given = { params: { clientId, ...params }, query, headers: { [CLIENT]: clientId } };
		const said = await to.call(name, given as never);
		const text = await said.text();
		if (said.status >= 500) faults.push(`${name}: ${said.status} ${text}`);
		return said.status === 200 && text.startsWith("{") ? JSON.parse(text) : {};
	};
	for (const [name] of LISTS) {
		const list = await ask(name);
		const [detail, param] = DETAILS[name] ?? [];
		if (detail && param) for (const id of idsIn(list).slice(0, 5)) await ask(detail, { [param]: id });
	}
	return faults;
}

test("a file with anything in it that is taken in leaves every list as readable as before", async () => {
	expect(LISTS.length).toBeGreaterThan(20);
	for (const [name, details] of Object.entries(DETAILS)) {
		expect([name, OPERATIONS[name as "listScans"], OPERATIONS[details?.[0] as "readScan"]]).not.toContain(undefined);
	}
	let taken = 0;
	const faultsWith = async (changes: readonly Change[]): Promise<string[]> => {
		const to = await createConsultancy(server);
		const said = await to.upload(API_PATHS.importClient, fileOf(changes), { "Content-Type": "application/zip" });
		const text = await said.text();
		if (said.status >= 500) return [`importClient: ${said.status} ${text}`];
		if (said.status >= 300) return [];
		taken += 1;
		return faultsOf(to, JSON.parse(text).id);
	};
	// One number is no smaller a case than another; the culprit is found among its changes.
	const property = fc.asyncProperty(fc.noShrink(fc.integer({ min: 1 })), async (seed) => {
		const changes = changesOf(seed);
		if ((await faultsWith(changes)).length === 0) return;
		const alone = [];
		for (const change of changes) {
			const faults = await faultsWith([change]);
			const { path, at, record } = change;
			if (faults.length > 0)
				alone.push([`${path} ${at}`, ...differences(jsonIn(original, path)[at], record), ...faults]);
		}
		expect(alone, "which of the changes are at fault by themselves").toEqual("none");
	});
	await fuzz(property, { runs: FILES });
	expect(taken, "most files are taken in").toBeGreaterThan(FILES / 4);
}, 600_000);

/** Files that are read and not taken in, in `npm run test:all`. */
const READ = 100;

test("a file with anything wrong in any of its parts is read, or refused with a sentence", async () => {
	const readers = createClientFileReaders();
	afterFile(readers.close);
	const texts = Object.keys(original).filter((path) => /\.(?:json|html)$/.test(path));
	const pages = texts.filter((path) => path.startsWith("files/") && path.endsWith(".html"));
	const changed = fc.constantFrom(...texts).chain((path) => {
		const sound = Buffer.from(original[path] ?? "").toString();
		const text = path.endsWith(".json")
			? fc.oneof(
					mutated(sound),
					nearly(JSON.parse(sound)).map((value) => JSON.stringify(value)),
				)
			: mutated(sound);
		return text.map((content) => ({ path, content: Buffer.from(content) }));
	});
	const seen = { read: 0, refused: 0 };
	await fuzz(
		fc.asyncProperty(changed, async ({ path, content }) => {
			const files = { ...original, [path]: content };
			const file = path === "manifest.json" ? Buffer.from(zipSync(files)) : repacked(files);
			try {
				const read = await readClientFile(file, readers);
				for (const section of Object.keys(CLIENT_FILE_DATA) as ClientFileSection[])
					for await (const rows of read.rows(section)) expect(Array.isArray(rows)).toBe(true);
				for (const page of pages) await read.page(page);
				seen.read += 1;
			} catch (error) {
				if (!(error instanceof BadFile)) throw error;
				expect(error.message).toMatch(/\w+/);
				seen.refused += 1;
			}
		}),
		{ runs: READ },
	);
	if (process.env.FUZZ_REPORT) console.log(seen);
	expect(seen.read, JSON.stringify(seen)).toBeGreaterThan(0);
}, 600_000);
