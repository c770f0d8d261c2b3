import fc from "fast-check";
import { describe, test } from "vitest";
import type { Outbox } from "#src/outbox/surface.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";
import { ADA, expectAllThere, type History, history, live, type Subject } from "#tests/support/outbox/file-history.ts";
import { notesOutbox } from "#tests/support/outbox/notes-outbox.ts";

const RUNS = 30 * TIMES;

const NOTES: Subject = {
	outbox(platform) {
		const outbox = notesOutbox(platform);
		return {
			...(outbox as unknown as Outbox),
			save: ({ text, place, owner, files, after }) =>
				outbox.enqueue({
					kind: "note",
					body: { text },
					owner,
					notebook: place,
					attachments: files.map(({ attachment }) => attachment),
					files: new Map(files.map(({ attachment, bytes }) => [attachment.sha256, bytes])),
					after,
				}),
		};
	},
	fetch: (server) => server.fetch,
};

/** Found at random: a tab dies while it sends the text, and what it knew about the files dies with it, on a full disk. */
const FOUND_BEFORE: [History][] = [
	[
		{
			steps: [
				{ do: "enqueue", tab: 0, files: [0], owner: ADA, book: 0, after: false },
				{ do: "send-now", tab: 0, entry: 0 },
				{ do: "enqueue", tab: 0, files: [], owner: ADA, book: 0, after: false },
				{ do: "send-now", tab: 0, entry: 0 },
				{ do: "fault", fault: "refuse-connection" },
				{ do: "enqueue", tab: 0, files: [], owner: ADA, book: 0, after: false },
				{ do: "replay", tab: 1, reconnected: true },
				{ do: "disk", full: true },
				{ do: "replay", tab: 0, reconnected: false },
				{ do: "turns", count: 36 },
				{ do: "pass", ms: 65_000 },
				{ do: "sign-in", tab: 0, account: ADA },
				{ do: "pass", ms: 65_000 },
				{ do: "kill", tab: 1 },
			],
			locks: false,
			channel: false,
			seed: 0,
		},
	],
];

describe(`random histories with files, FUZZ_SEED=${SEED} FUZZ_TIMES=${TIMES}`, () => {
	test(`none lost, none twice, none in a wrong place or without its files, in ${RUNS} of them`, {
		timeout: 900_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => expectAllThere(await live(given, NOTES), given)),
			{ numRuns: RUNS, seed: SEED, examples: FOUND_BEFORE },
		);
	});
});
