import { setImmediate as pause } from "node:timers/promises";
import type { OscalModel } from "#contract/frameworks/effectiveness.ts";
import { assessmentResults } from "./assessment-results.ts";
import { componentDefinition } from "./component-definition.ts";
import type { OscalData } from "./oscal-data.ts";
import { planOfAction } from "./plan-of-action.ts";
import type { Json, Lazy } from "./words.ts";

const MODELS: Readonly<Record<OscalModel, (data: OscalData) => Json>> = {
	"assessment-results": assessmentResults,
	"plan-of-action-and-milestones": planOfAction,
	"component-definition": componentDefinition,
};

export const oscalDocument = (model: OscalModel, data: OscalData): Json => MODELS[model](data);

const BEGIN = "{";

/** How much is written before other work gets its turn. */
const PIECE = 64_000;

/**
 * A document as JSON, piece by piece, so that one with many findings does not hold up the process. The same data gives the same bytes. What
 * every document begins with is sent before the data is read, so that a download begins at once.
 */
export async function* oscalFile(
	model: OscalModel,
	read: () => OscalData | Promise<OscalData>,
): AsyncGenerator<string> {
	yield BEGIN;
	let piece = "";
	let begun = BEGIN.length;
	for (const part of partsOf(oscalDocument(model, await read()))) {
		piece += part.slice(begun);
		begun = 0;
		if (piece.length < PIECE) continue;
		yield piece;
		piece = "";
		await pause();
	}
	yield `${piece}\n`;
}

function* partsOf(value: Json[string]): Generator<string> {
	if (!growsWhileWritten(value)) yield JSON.stringify(value ?? null);
	else if (!isList(value)) yield* joined("{", named(value), "}");
	else if (Array.isArray(value)) yield* joined("[", unnamed(value), "]");
	else yield* items(value);
}

/** The items of a lazy list, of which there may be a hundred thousand. Lazy lists in them are fields of theirs, and no deeper. */
function* items(list: Iterable<Json | string>): Generator<string> {
	yield "[";
	let before = "";
	for (const item of list) {
		if (typeof item !== "string" && Object.values(item).some(isLazy)) {
			yield before;
			yield* joined("{", named(item), "}");
		} else yield before + JSON.stringify(item);
		before = ",";
	}
	yield "]";
}

/** Whether a lazy list is in it. Everything else is small, and written at once: each part on its own costs much more. */
function growsWhileWritten(value: Json[string]): value is Exclude<Json[string], string | undefined> {
	if (typeof value === "string" || value === undefined) return false;
	if (isLazy(value)) return true;
	if (isList(value)) return Array.isArray(value) && value.some(growsWhileWritten);
	for (const key in value) if (growsWhileWritten(value[key])) return true;
	return false;
}

type Field = readonly [key: string, value: Json[string]];

const isList = (value: object): value is Iterable<Json | string> => Symbol.iterator in value;
const isLazy = (value: Json[string]): value is Lazy =>
	typeof value === "object" && !Array.isArray(value) && Symbol.iterator in value;

function* unnamed(list: Iterable<Json | string>): Generator<Field> {
	for (const each of list) yield ["", each];
}

function* named(fields: Json): Generator<Field> {
	for (const [key, value] of Object.entries(fields)) if (value !== undefined) yield [`${JSON.stringify(key)}:`, value];
}

function* joined(begin: string, fields: Iterable<Field>, end: string): Generator<string> {
	yield begin;
	let before = "";
	for (const [key, value] of fields) {
		yield before + key;
		yield* partsOf(value);
		before = ",";
	}
	yield end;
}
