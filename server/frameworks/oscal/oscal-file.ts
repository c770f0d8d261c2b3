import { setImmediate as pause } from "node:timers/promises";
import type { OscalModel } from "#contract/frameworks/effectiveness.ts";
import { assessmentResults } from "./assessment-results.ts";
import { componentDefinition } from "./component-definition.ts";
import type { OscalData } from "./oscal-data.ts";
import { planOfAction } from "./plan-of-action.ts";
import type { Json } from "./words.ts";

const MODELS: Readonly<Record<OscalModel, (data: OscalData) => Json>> = {
	"assessment-results": assessmentResults,
	"plan-of-action-and-milestones": planOfAction,
	"component-definition": componentDefinition,
};

export const oscalDocument = (model: OscalModel, data: OscalData): Json => MODELS[model](data);

/** How much is written before other work gets its turn. */
const PIECE = 64_000;

/** A document as JSON, piece by piece: one with many findings does not hold up the process. The same data gives the same bytes. */
export async function* oscalFile(model: OscalModel, data: OscalData): AsyncGenerator<string> {
	let piece = "";
	for (const part of partsOf(oscalDocument(model, data))) {
		piece += part;
		if (piece.length < PIECE) continue;
		yield piece;
		piece = "";
		await pause();
	}
	yield `${piece}\n`;
}

function* partsOf(value: Json[string]): Generator<string> {
	if (typeof value === "string" || value === undefined) yield JSON.stringify(value ?? null);
	else if (isList(value))
		yield* joined(
			"[",
			value.map((each) => ["", each] as const),
			"]",
		);
	else {
		const fields = Object.entries(value).filter(([, each]) => each !== undefined);
		yield* joined(
			"{",
			fields.map(([key, each]) => [`${JSON.stringify(key)}:`, each] as const),
			"}",
		);
	}
}

const isList = (value: Json | readonly (Json | string)[]): value is readonly (Json | string)[] => Array.isArray(value);

function* joined(begin: string, items: readonly (readonly [string, Json[string]])[], end: string): Generator<string> {
	yield begin;
	for (const [at, [key, value]] of items.entries()) {
		yield at === 0 ? key : `,${key}`;
		yield* partsOf(value);
	}
	yield end;
}
