import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type Answer,
	type AnswerWord,
	isSameAnswer,
	latestOf,
	standingOf,
	wordId,
	wordsIn,
} from "#contract/assessments/answers.ts";
import { questionId } from "#contract/assessments/template.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";

/** What happens: a device makes an entry, or reads everything that the server has by then. */
type Step = { device: number; does: "say"; choice: string } | { device: number; does: "read" };
type Said = AnswerWord & { knew: ReadonlySet<string> };

const DEVICES = 3;
const CHOICES = ["yes", "partly", "no", "nothing"];
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ device: fc.nat(DEVICES - 1), does: fc.constant("say" as const), choice: fc.constantFrom(...CHOICES) }),
	fc.record({ device: fc.nat(DEVICES - 1), does: fc.constant("read" as const) }),
);
const answerOf = (choice: string): Answer => ({
	value: choice === "nothing" ? null : { type: "choice", choice },
	note: "",
	evidence: [],
});

/** Plays a history with clocks that run as they like. Every entry goes to the server immediately; devices learn of it when they read. */
function play(steps: readonly Step[], clocks: readonly number[]): Said[] {
	const server: Said[] = [];
	const devices: Said[][] = Array.from({ length: DEVICES }, () => []);
	for (const [n, one] of steps.entries()) {
		const known = devices[one.device] ?? [];
		if (one.does === "read") {
			devices[one.device] = [...server];
			continue;
		}
		const said: Said = {
			id: wordId.parse(`00000000-0000-7000-8000-${String(n).padStart(12, "0")}`),
			questionId: questionId.parse("door"),
			answer: answerOf(one.choice),
			after: known.length === 0 ? [] : latestOf(known).map(({ id }) => id),
			by: { accountId: null, name: `Device ${one.device}` },
			saidAt: new Date(Date.UTC(2026, 0, 1) + (clocks[n % clocks.length] ?? 0)).toISOString(),
			receivedAt: null,
			knew: new Set(known.map(({ id }) => id)),
		};
		known.push(said);
		server.push(said);
	}
	return server;
}

/** The current entries, found in a different way: those after which nobody who knew of them entered anything. */
const naiveHeads = (words: readonly Said[]) => words.filter(({ id }) => !words.some(({ knew }) => knew.has(id)));

const history = fc
	.tuple(
		fc.array(step, { maxLength: 30 }),
		fc.array(fc.integer({ min: -9e8, max: 9e8 }), { minLength: 1, maxLength: 7 }),
	)
	.map(([steps, clocks]) => play(steps, clocks));

test("a question stands as those answered it who knew of nothing later, whatever their clocks said", async () => {
	await fuzz(
		fc.property(history, (words) => {
			const heads = naiveHeads(words);
			const contents = new Set(heads.map(({ answer }) => JSON.stringify(answer.value)));
			const standing = standingOf(words);
			const expected =
				contents.size > 1 ? "differs" : contents.size === 0 || contents.has("null") ? "open" : "answered";
			expect(standing.status).toBe(expected);
			const shown = new Set(wordsIn(standing).map(({ answer }) => JSON.stringify(answer.value)));
			if (expected !== "open") expect(shown).toEqual(contents);
		}),
		{ runs: 300 },
	);
});

test("the order of arrival never matters", async () => {
	await fuzz(
		fc.property(
			history.chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))),
			([words, shuffled]) => {
				expect(standingOf(shuffled)).toEqual(standingOf(words));
			},
		),
		{ runs: 300 },
	);
});

test("no answer goes in silence: what somebody else said differently stands until a word comes after it", async () => {
	await fuzz(
		fc.property(history, (words) => {
			const stands = wordsIn(standingOf(words));
			for (const head of naiveHeads(words)) {
				if (stands.length === 0) expect(head.answer.value).toBeNull();
				else expect(stands.some(({ answer }) => isSameAnswer(answer, head.answer))).toBe(true);
			}
		}),
		{ runs: 300 },
	);
});

test("a device that has read everything and picks ends every difference", async () => {
	await fuzz(
		fc.property(history, fc.constantFrom("yes", "no"), (words, choice) => {
			const [first] = words;
			if (!first) return;
			const pick: AnswerWord = {
				...first,
				id: wordId.parse("00000000-0000-7000-8000-999999999999"),
				answer: answerOf(choice),
				after: latestOf(words).map(({ id }) => id),
			};
			expect(standingOf([pick, ...words])).toEqual({ status: "answered", word: pick });
		}),
		{ runs: 300 },
	);
});

test("words that take each other’s place all stand: a forged history loses nothing", () => {
	const [one, other] = play(
		[
			{ device: 0, does: "say", choice: "yes" },
			{ device: 1, does: "say", choice: "no" },
		],
		[0, 1],
	);
	if (!one || !other) throw new Error("Two words were said");
	const circle = [
		{ ...one, after: [other.id] },
		{ ...other, after: [one.id] },
	];
	expect(standingOf(circle)).toMatchObject({ status: "differs", words: [{ id: one.id }, { id: other.id }] });
});
