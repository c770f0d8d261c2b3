import type { FastifyInstance, FastifyRequest } from "fastify";
import { ENTRY_PATHS } from "#contract/entries.ts";
import { type ApiError, ERROR_STATUS } from "#contract/errors.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { BatchEntry, OutboxAnswers } from "#contract/outbox.ts";
import { API_BASE, BATCH_LIMIT } from "#contract/routes.ts";
import { addOperation, BODY_BYTES } from "./operation.ts";

type Answer = OutboxAnswers["answers"][number];

/** How many entries of a batch are worked on at once: some of the database's connections are for everybody else. */
const WIDTH = 4;
/** No entry is begun later, in milliseconds: senders wait for 20 s, and the rest of a slow batch does better in the next. */
const BEGIN_WITHIN_MS = 8_000;

/** Headers that are about the batch as a message, and those each entry brings itself. */
const NOT_PASSED_ON = [
	"connection",
	"content-encoding",
	"content-length",
	"content-type",
	"transfer-encoding",
	"expect",
	IDEMPOTENCY_KEY.toLowerCase(),
	ACCOUNT.toLowerCase(),
];

/**
 * `POST outbox/`: many requests in one. Each entry is handed to the very route it would have gone to by itself, as the same
 * sender, so that checks, limits, replays, refusals and failures are the same; each commits on its own.
 */
export function addOutboxBatch(app: FastifyInstance, now: () => Date): void {
	addOperation(app, OPERATIONS.sendOutbox, { bodyLimit: BATCH_LIMIT * BODY_BYTES }, async ({ body, request }) => {
		const { entries } = body;
		const latestBegin = now().getTime() + BEGIN_WITHIN_MS;
		const answers: Answer[] = [];
		const waiting = entries.entries();
		const work = async () => {
			for (const [index, entry] of waiting) {
				answers[index] = now().getTime() < latestBegin ? await answerEntry(app, request, entry) : notBegun(entry);
			}
		};
		await Promise.all(Array.from({ length: WIDTH }, work));
		return { answers };
	});
}

async function answerEntry(app: FastifyInstance, request: FastifyRequest, entry: BatchEntry): Promise<Answer> {
	const { key, kind, account, body } = entry;
	if (!isKnownKind(kind)) return refusal(key, "not_found", "There is no such call in this API.");
	const passedOn = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.includes(name));
	const response = await app.inject({
		method: "POST",
		url: API_BASE + ENTRY_PATHS[kind],
		remoteAddress: request.socket.remoteAddress ?? request.ip,
		headers: {
			...Object.fromEntries(passedOn),
			"content-type": "application/json",
			[IDEMPOTENCY_KEY]: key,
			[ACCOUNT]: account,
		},
		payload: JSON.stringify(body ?? null),
	});
	return { key, status: response.statusCode, body: response.payload === "" ? null : response.json() };
}

const isKnownKind = (kind: string): kind is keyof typeof ENTRY_PATHS => Object.hasOwn(ENTRY_PATHS, kind);

const notBegun = ({ key }: BatchEntry) =>
	refusal(key, "unavailable", "The requests before this one took too long. Nothing was done; please send it again.");

function refusal(key: string, code: keyof typeof ERROR_STATUS, message: string): Answer {
	const body: ApiError = { code, message };
	return { key, status: ERROR_STATUS[code], body };
}
