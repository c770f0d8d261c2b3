import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ApiError, ERROR_STATUS } from "#contract/errors.ts";
import { SCAN_KINDS, scanEntry } from "#contract/kinds/kinds.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { isEntryKind } from "#contract/requests/entries.ts";
import type { BatchEntry, OutboxAnswers } from "#contract/requests/outbox.ts";
import { BATCH_LIMIT } from "#contract/routes.ts";
import { addOperation, BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { passOn } from "#server/platform/http/pass-on.ts";

type EntryAnswer = OutboxAnswers["answers"][number];

/**
 * How many entries of a batch are worked on at once. For scans, all of them, because they share their statements
 * (server/platform/db/coalesce.ts). For others, only a few: the rest of the database's connections are for other requests.
 */
const WIDTH = { scans: BATCH_LIMIT, others: 4 };
/** No entry is started later than this, in milliseconds. Senders wait for 20 s; the rest fits better in the next batch. */
const BEGIN_WITHIN_MS = 8_000;

/**
 * `POST outbox/`: many requests in one. Each entry goes to its usual route, from the same sender, as if sent alone, so that checks,
 * limits, replays, refusals and failures are the same. Each commits on its own.
 */
export function addOutboxBatch(app: FastifyInstance, now: () => Date): void {
	addOperation(app, OPERATIONS.sendOutbox, { bodyLimit: BATCH_LIMIT * BODY_BYTES }, async ({ body, request }) => {
		const { entries } = body;
		const latestBegin = now().getTime() + BEGIN_WITHIN_MS;
		const answers: EntryAnswer[] = [];
		const answerAll = async (some: readonly [number, BatchEntry][], width: number) => {
			const left = some.values();
			const work = async () => {
				for (const [index, entry] of left) {
					answers[index] = now().getTime() < latestBegin ? await answerEntry(app, request, entry) : notBegun(entry);
				}
			};
			await Promise.all(Array.from({ length: width }, work));
		};
		const all = [...entries.entries()];
		await Promise.all([
			answerAll(
				all.filter(([, { kind }]) => isScan(kind)),
				WIDTH.scans,
			),
			answerAll(
				all.filter(([, { kind }]) => !isScan(kind)),
				WIDTH.others,
			),
		]);
		return { answers };
	});
}

async function answerEntry(app: FastifyInstance, request: FastifyRequest, entry: BatchEntry): Promise<EntryAnswer> {
	const { key, kind, account, workspace, client, body } = entry;
	if (!isEntryKind(kind)) return refusal(key, "not_found", "There is no such call in this API.");
	const response = await passOn(app, request, { key, kind, account, workspace, client, body });
	return { key, status: response.statusCode, body: response.payload === "" ? null : response.json() };
}

const isScan = (kind: string): boolean => SCAN_KINDS.some((scan) => scanEntry(scan) === kind);

const notBegun = ({ key }: BatchEntry) =>
	refusal(key, "unavailable", "The requests before this one took too long. Nothing was done; please send it again.");

function refusal(key: string, code: keyof typeof ERROR_STATUS, message: string): EntryAnswer {
	const body: ApiError = { code, message };
	return { key, status: ERROR_STATUS[code], body };
}
