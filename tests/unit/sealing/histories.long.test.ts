import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { AccountId, EntryId, WorkspaceId } from "#contract/ids.ts";
import { sealingOutbox } from "#src/lib/sealing/sealing-outbox.ts";
import type { Outbox } from "#src/outbox/surface.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";
import { BOOKS, expectAllThere, history, live, type Subject } from "#tests/support/outbox/file-history.ts";
import { createOutbox } from "#tests/support/outbox/product-outbox.ts";
import { sha256Of } from "#tests/support/outbox/tus-server.ts";
import { type Keys, newKeys, openBytes, testKeys, testSealer } from "#tests/support/sealing/seal-kit.ts";
import { sealedTo } from "#tests/support/sealing/sealed-server.ts";

const RUNS = 6 * TIMES;

const [first, second] = [await newKeys(), await newKeys()];
const keys: Readonly<Record<string, Keys>> = { [BOOKS[0]]: first, [BOOKS[1]]: second };

const SEALED: Subject = {
	outbox(platform) {
		const { sealer } = testSealer(platform.now);
		const outbox = sealingOutbox(createOutbox(platform), {
			keys: testKeys({ [BOOKS[0]]: { keys: first, required: true }, [BOOKS[1]]: { keys: second, required: true } }),
			load: async () => sealer,
		});
		return {
			...(outbox as unknown as Outbox),
			async save({ text, place, owner, files, after }) {
				const attachments = files.map(({ attachment }) => attachment);
				const entry = await outbox.enqueue({
					kind: "evidence",
					body: {
						id: crypto.randomUUID() as string as EvidenceId,
						title: text,
						note: "",
						takenAt: new Date(0).toISOString(),
						device: "",
						files: attachments,
						about: [],
					},
					owner: owner as AccountId,
					workspace: place as WorkspaceId,
					attachments,
					files: new Map(files.map(({ attachment, bytes }) => [attachment.sha256, bytes])),
					after: after as readonly EntryId[],
				});
				expect(entry.request.kind).toBe("sealed");
				return entry;
			},
		};
	},
	fetch: sealedTo(keys),
};

describe(`random histories of sealed requests, FUZZ_SEED=${SEED} FUZZ_TIMES=${TIMES}`, () => {
	test(`none lost, none twice, none in another workspace or without its files, in ${RUNS} of them`, {
		timeout: 900_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const lived = await live(given, SEALED);
				expectAllThere(lived, given);
				for (const { place, given: plain, files } of lived.promised) {
					const key = keys[place];
					if (!key) throw new Error(`A request for ${place}.`);
					for (const [index, { sha256 }] of files.entries()) {
						const stored = lived.server.stored.get(`${place}/${sha256}`) ?? Buffer.alloc(0);
						expect(sha256Of(await openBytes(stored, key))).toBe(plain[index]?.sha256);
					}
				}
			}),
			{ numRuns: RUNS, seed: SEED },
		);
	});
});
