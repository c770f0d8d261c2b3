import { BusyError } from "../turns/in-turn.ts";
import { current, outside } from "../watch/context.ts";
import { inSpan } from "../watch/span.ts";

type Options = {
	/** The most calls that one run answers. */
	most: number;
	/** How many runs there are at once. Further calls wait and then share a run. */
	atOnce: number;
	/** The most calls that can wait. Any more are refused immediately, so memory stays bounded. */
	waiting: number;
};

type Waiting<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };

/**
 * Answers many calls with one run: those made in one turn of the event loop, and those that arrive while runs are in progress. A run
 * always starts after every call it answers, so no call gets an answer older than itself. If a value from one call makes a run fail, each
 * of its calls runs again alone, so each succeeds or fails by itself. A run belongs to none of its calls: each call's trace shows how
 * long it waited for its answer.
 */
export function coalesce<In, Out>(
	run: (inputs: readonly In[]) => Promise<readonly Out[]>,
	{ most, atOnce, waiting }: Options,
): (input: In) => Promise<Out> {
	const queue: Waiting<In, Out>[] = [];
	let running = 0;
	let planned = false;

	function plan(): void {
		if (planned || running >= atOnce || queue.length === 0) return;
		planned = true;
		outside(() =>
			setImmediate(() => {
				planned = false;
				void answer(queue.splice(0, most));
				plan();
			}),
		);
	}

	async function answer(calls: readonly Waiting<In, Out>[]): Promise<void> {
		running++;
		try {
			await answerTogether(calls);
		} finally {
			running--;
			plan();
		}
	}

	async function answerTogether(calls: readonly Waiting<In, Out>[]): Promise<void> {
		try {
			const outputs = await run(calls.map(({ input }) => input));
			if (outputs.length !== calls.length) throw new Error("A run must answer each of its calls");
			for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as Out);
		} catch (error) {
			if (calls.length > 1 && isOfOne(error)) for (const call of calls) await answerTogether([call]);
			else for (const { reject } of calls) reject(error);
		}
	}

	return (input) => {
		if (queue.length >= waiting) return Promise.reject(new BusyError("Too many calls wait for the database"));
		const { promise, resolve, reject } = Promise.withResolvers<Out>();
		queue.push({ input, resolve, reject });
		plan();
		if (current().traceparent === undefined) return promise;
		return inSpan("database shared", "client", { "db.system.name": "postgresql" }, () => promise);
	};
}

/** Whether PostgreSQL refused a value, or a conflict with another transaction (classes 22, 23 and 40), so nothing was done. */
const isOfOne = (error: unknown): boolean =>
	error instanceof Error && "code" in error && /^(22|23|40)...$/.test(String(error.code));
