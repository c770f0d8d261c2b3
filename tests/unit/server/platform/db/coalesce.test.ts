import { describe, expect, test } from "vitest";
import { coalesce } from "#server/platform/db/coalesce.ts";
import { current, withContext } from "#server/platform/watch/context.ts";

const OPTIONS = { most: 3, atOnce: 1, waiting: 5 };

/** A run that answers when the test says. */
function held(answer: (input: number) => number = (input) => input * 10) {
	const runs: { inputs: readonly number[]; end(): void; fail(error: Error): void }[] = [];
	const run = (inputs: readonly number[]) =>
		new Promise<number[]>((resolve, reject) => {
			runs.push({ inputs, end: () => resolve(inputs.map(answer)), fail: reject });
		});
	return { runs, run };
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const inputsOf = ({ runs }: ReturnType<typeof held>) => runs.map(({ inputs }) => inputs);
const refusedValue = () => Object.assign(new Error("a value was refused"), { code: "22021" });

describe("calls that come at once", () => {
	test("share a run, and each gets its own answer", async () => {
		const work = held();
		const ask = coalesce(work.run, OPTIONS);
		const answers = Promise.all([ask(1), ask(2)]);
		await turn();
		work.runs[0]?.end();
		expect(await answers).toEqual([10, 20]);
		expect(inputsOf(work)).toEqual([[1, 2]]);
	});

	test("share a run that belongs to none of them, and each goes on in its own request", async () => {
		const seen: unknown[] = [];
		const ask = coalesce(async (inputs: readonly string[]) => {
			seen.push(current());
			return inputs;
		}, OPTIONS);
		const asked = ["one", "two"].map((requestId) =>
			withContext({ requestId }, async () => [await ask(requestId), current().requestId]),
		);
		expect(await Promise.all(asked)).toEqual([
			["one", "one"],
			["two", "two"],
		]);
		expect(seen).toEqual([{}]);
	});

	test("while a run goes on wait and then share the next, so that none is answered by a run that began before it", async () => {
		const work = held();
		const ask = coalesce(work.run, OPTIONS);
		const answers = [ask(1)];
		await turn();
		answers.push(ask(2), ask(3), ask(4), ask(5));
		await turn();
		expect(inputsOf(work)).toEqual([[1]]);
		work.runs[0]?.end();
		await turn();
		expect(inputsOf(work)).toEqual([[1], [2, 3, 4]]);
		work.runs[1]?.end();
		await turn();
		work.runs[2]?.end();
		expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
	});

	test("are refused at once when too many wait, and taken again when fewer do", async () => {
		const work = held();
		const ask = coalesce(work.run, OPTIONS);
		const answers = [1, 2, 3, 4, 5].map((input) => ask(input));
		await expect(ask(6)).rejects.toMatchObject({ name: "BusyError" });
		await turn();
		answers.push(ask(7));
		for (const at of [0, 1]) {
			await turn();
			work.runs[at]?.end();
		}
		expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 70]);
	});
});

describe("a run that fails", () => {
	test("because of a value runs again for each call alone, so that only the bad one fails", async () => {
		const ran: (readonly number[])[] = [];
		const ask = coalesce(async (inputs: readonly number[]) => {
			ran.push(inputs);
			if (inputs.includes(2)) throw refusedValue();
			return inputs;
		}, OPTIONS);
		const answers = await Promise.allSettled([ask(1), ask(2), ask(3)]);
		expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(ran).toEqual([[1, 2, 3], [1], [2], [3]]);
	});

	test("because the database is away fails each of its calls and is not repeated: it may have been committed", async () => {
		const work = held();
		const ask = coalesce(work.run, OPTIONS);
		const answers = Promise.allSettled([ask(1), ask(2)]);
		await turn();
		work.runs[0]?.fail(Object.assign(new Error("gone"), { code: "57P01" }));
		expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(work.runs).toHaveLength(1);
		const next = ask(3);
		await turn();
		work.runs[1]?.end();
		expect(await next).toBe(30);
	});
});
