import type { Definition } from "../definition.ts";
import type { OutboxDeps } from "../deps.ts";
import type { Entry } from "../entry.ts";
import type { Store } from "../storage/store.ts";
import { backoff } from "./policy.ts";
import type { HttpAnswer } from "./post.ts";
import { send } from "./send.ts";
import { type NotTaken, sendBatch } from "./send-batch.ts";

/** How long to send single requests after a server didn't accept a batch, in milliseconds. */
export const NO_BATCHES_MS = 15 * 60 * 1000;
/** The longest pause after a pass that got no answers, in milliseconds. */
export const QUIET_CAP_MS = 60_000;

const LEFT_OUT: HttpAnswer = { type: "none", message: "The server's answer left this request out." };

/** The answer for each entry. If the server didn't process it: `unsent` if it can be sent another way, else the answer to its batch. */
export type Sent = Map<string, HttpAnswer | "unsent" | NotTaken>;

/** `named`: they name their scope. `alone`: each is its own request. */
export type Lane = "plain" | "named" | "alone";

export type Batches = ReturnType<typeof createBatches>;

/**
 * Sends entries together if the server accepts batches. Each failed request halves the batch size, down to single entries, and each
 * successful one doubles it: on a bad connection, small requests get through where large ones don't.
 *
 * An entry that names its scope travels only in batches, even if it is the only one. A server from before scopes existed would ignore the
 * headers of a single request and create it in the wrong place, but it refuses a whole batch if it doesn't know a key in it. So these
 * entries never share a batch with others, which such a server accepts.
 */
export function createBatches(
	deps: Pick<OutboxDeps, "fetch" | "after" | "now" | "random"> & { store: Store; definition: Definition },
) {
	const { store, now, random } = deps;
	const { endpoint } = deps.definition;
	const { batchLimit, alone = [] } = endpoint;
	let limit = batchLimit;
	let notOfferedUntil = 0;
	/** Consecutive passes that got no answers. */
	let quietPasses = 0;

	const shrink = (sent: number) => {
		if (sent > 1) limit = Math.min(limit, Math.floor(sent / 2));
	};
	const grow = (sent: number) => {
		limit = Math.max(limit, Math.min(batchLimit, sent * 2));
	};
	const all = (entries: readonly Entry[], answer: HttpAnswer | "unsent" | NotTaken): Sent =>
		new Map(entries.map(({ id }) => [id, answer]));

	/** Which entries it may share a request with: the ones in the same lane. */
	function laneOf(entry: Entry): Lane {
		if (alone.includes(entry.request.kind)) return "alone";
		return Object.keys(endpoint.said(entry)).length > 0 ? "named" : "plain";
	}

	return {
		laneOf,

		/** Reads what other tabs and the worker have learned about the server. */
		async refresh(): Promise<void> {
			notOfferedUntil = await store.markedUntil("no-batches", now());
		},

		/** The network came back and may be a different one: start over with the largest batch. */
		forget(): void {
			limit = batchLimit;
		},

		/** How many of a lane's entries to send together now. */
		size: (lane: Lane): number => (lane === "alone" || (lane === "plain" && now() < notOfferedUntil) ? 1 : limit),

		/**
		 * Called when not even a single request gets an answer. Every tab and the worker then pause, longer each consecutive time. Returns when
		 * the pause ends. Sending then resumes with single requests.
		 */
		async pause(): Promise<number> {
			limit = 1;
			quietPasses += 1;
			const until = now() + Math.min(QUIET_CAP_MS, backoff(quietPasses, random));
			// If it can't be written, other tabs find out on their own.
			await store.mark("no-answer", { since: now(), until }).catch(() => {});
			return until;
		},

		/** A request got an answer. */
		noteAnswer(): void {
			quietPasses = 0;
		},

		/** Sends entries of one lane once, in one request. Never rejects. */
		async send(entries: readonly Entry[]): Promise<Sent> {
			const [first, second] = entries;
			const named = first !== undefined && laneOf(first) === "named";
			if (first && !second && !named) {
				const answer = await send(first, endpoint, deps);
				if (answer.type === "answer" && answer.status < 500) grow(1);
				return new Map([[first.id, answer]]);
			}
			const result = await sendBatch(entries, endpoint, deps);
			switch (result.type) {
				case "answers":
					grow(entries.length);
					return new Map(entries.map(({ id }) => [id, result.answers.get(id) ?? LEFT_OUT]));
				case "failed":
					shrink(entries.length);
					return all(entries, result.answer);
				case "not-taken":
					if (result.because === "too-large" && second) {
						shrink(entries.length);
						return all(entries, "unsent");
					}
					if (named) return all(entries, result);
					notOfferedUntil = now() + NO_BATCHES_MS;
					// If it can't be written, other contexts find out on their own.
					await store.mark("no-batches", { since: now(), until: notOfferedUntil }).catch(() => {});
					return all(entries, "unsent");
			}
		},
	};
}
