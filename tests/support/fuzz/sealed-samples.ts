import fc from "fast-check";
import type { Document } from "#server/app/api-docs/openapi.ts";
import { sealTo } from "../server/sealing.ts";
import type { Meanings } from "./from-schema.ts";
import { batchMeanings } from "./requests.ts";
import { nearly, wildJson } from "./wild.ts";

/** How many requests are sealed to each recipient. */
const SAMPLES = 30;
/** Sealing is asynchronous, so it cannot be part of a case: a fixed seed makes the same requests in each run. */
const SEED = 98;

/** Sealed requests of any kind and with any content, in base64. */
export async function sealedSamples(document: Document, meanings: Meanings, recipients: string[]): Promise<string[]> {
	const { kind = wildJson, body = wildJson } = batchMeanings(document, meanings);
	const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
	const proper = fc.record(
		{ kind, body, files: fc.dictionary(hash, hash, { maxKeys: 2 }) },
		{ requiredKeys: ["kind", "body"] },
	);
	const content = fc.oneof(
		{ weight: 4, arbitrary: proper.map((value) => JSON.stringify(value)) },
		{ weight: 1, arbitrary: proper.chain(nearly).map((value) => JSON.stringify(value) ?? "") },
		{ weight: 1, arbitrary: fc.string() },
	);
	const sealed = recipients.flatMap((recipient) =>
		fc.sample(content, { numRuns: SAMPLES, seed: SEED }).map((text) => sealTo(recipient, text)),
	);
	return (await Promise.all(sealed)).map((bytes) => bytes.toString("base64"));
}
