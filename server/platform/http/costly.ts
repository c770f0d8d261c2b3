import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sizeText } from "#contract/format/size.ts";
import type { Cost } from "#contract/operation.ts";
import { createTurns } from "../turns/turns.ts";
import { sendError } from "./errors.ts";

/** Each needs a CPU for some seconds, and up to a few hundred megabytes in the meantime. */
const WORK = { atOnce: 2, eachAtOnce: 1, each: 3, waitMs: 20_000 };
/** Each is read from the database piece by piece, as slowly as its reader takes it. */
const STREAMS = { atOnce: 16, eachAtOnce: 4, each: 4, waitMs: 5_000 };
/** Files being uploaded. */
const ARRIVING = { atOnce: 32, eachAtOnce: 2, each: 2, waitMs: 0 };
/** How much memory uploaded files may take together. Small ones are not counted and always have room. */
const ROOM_BYTES = 150_000_000;
const SMALL_BYTES = 2_000_000;
/** How long sending an answer may take before it is cut off, in milliseconds. */
const SENDING_MS: Readonly<Record<Cost, number>> = { work: 120_000, stream: 3_600_000 };
const RETRY_SECONDS = 5;

/** What an operation says about the file in its body. */
export type FileLimits = {
	/** The most bytes. */
	most: number;
	/** What to send instead of something else. */
	asks: string;
	/** "Nothing was kept.", and what helps. */
	tooLarge: string;
};

/** The body of a request as it arrived. `type` is one of those that the operation accepts. */
export type TakenFile = { content: Buffer; type: string };

type Asked = {
	request: FastifyRequest;
	reply: FastifyReply;
	/** Whose share it uses: the workspace's and the account's. */
	keys: readonly string[];
	/** Media types of the file that is the body. */
	types: readonly string[] | undefined;
	file: FileLimits | undefined;
};

export type Costly = {
	/**
	 * Runs expensive work in turn, and answers with a refusal if it gets no turn. A file in the body is read first, as far as there is
	 * room for it. The share is given back when the answer has been sent or cut off.
	 */
	run(cost: Cost, asked: Asked, work: (file?: TakenFile) => Promise<unknown>): Promise<unknown>;
};

/** Work that this process shares out between its callers. */
export function createCostly(): Costly {
	const turns = { work: createTurns(WORK), stream: createTurns(STREAMS) };
	const arriving = createTurns(ARRIVING);
	let taken = 0;

	const inTurn = async (
		cost: Cost,
		{ reply, keys }: Asked,
		work: (file?: TakenFile) => Promise<unknown>,
		file?: TakenFile,
	) => {
		const turn = await turns[cost].take(keys);
		if (!turn) return sendBusy(reply);
		const answered = whenAnswered(reply, SENDING_MS[cost]);
		try {
			return await work(file);
		} finally {
			if (cost === "work") turn.done();
			// Not before the work has ended: a sender who hangs up would otherwise leave it running and start the next.
			void answered.then(turn.end);
		}
	};

	return {
		async run(cost, asked, work) {
			const { request, reply, keys, types, file: limits } = asked;
			if (!limits) return inTurn(cost, asked, work);
			const { body } = request;
			const type = mediaTypeOf(request);
			if (type === undefined || !types?.includes(type) || !(body instanceof Readable)) {
				return sendError(reply, "unsupported_media_type", `${limits.asks} Nothing was done.`);
			}
			const announced = Number(request.headers["content-length"] ?? limits.most);
			if (announced > limits.most) return sendTooLarge(reply, limits);
			const needs = announced > SMALL_BYTES ? announced : 0;
			const place = taken + needs > ROOM_BYTES ? undefined : await arriving.take(keys);
			if (!place) return sendBusy(reply);
			taken += needs;
			try {
				const content = await readBody(body, { announced: request.headers["content-length"], most: limits.most });
				if (content === undefined) return sendTooLarge(reply, limits);
				return await inTurn(cost, asked, work, { content, type });
			} finally {
				taken -= needs;
				place.end();
			}
		},
	};
}

/**
 * Undefined if it is longer than `most`. If the length was announced, the body is read straight into its final buffer, because joining
 * chunks at the end holds it twice; and that buffer is memory that threads share, because a thread that reads it would otherwise get a
 * copy.
 */
async function readBody(
	body: Readable,
	{ announced, most }: { announced: string | undefined; most: number },
): Promise<Buffer | undefined> {
	if (announced !== undefined) {
		const whole = Buffer.from(new SharedArrayBuffer(Number(announced)));
		let at = 0;
		for await (const chunk of body) at += (chunk as Buffer).copy(whole, at);
		return whole.subarray(0, at);
	}
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (length > most) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/**
 * Resolves when the answer has been sent or its reader has disconnected. An answer that is not read in time is cut off, which frees what
 * it holds.
 */
function whenAnswered({ raw }: FastifyReply, sendingMs: number): Promise<void> {
	return new Promise((resolve) => {
		const clock = setTimeout(() => raw.destroy(), sendingMs);
		const end = () => {
			clearTimeout(clock);
			resolve();
		};
		raw.once("finish", end).once("close", end);
		if (raw.closed) end();
	});
}

/** The media type of a request's body without its parameters, in lower case. */
const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
	headers["content-type"]?.split(";")[0]?.trim().toLowerCase();

const sendTooLarge = (reply: FastifyReply, { most, tooLarge }: FileLimits) =>
	sendError(reply, "payload_too_large", `This file is larger than ${sizeText(most)}. ${tooLarge}`);

const sendBusy = (reply: FastifyReply) =>
	sendError(
		reply,
		"unavailable",
		"Too much of this is being done right now, for you or for others. Nothing was done. Please try again in a few seconds.",
		{ scope: "entry", retryAfter: RETRY_SECONDS },
	);
