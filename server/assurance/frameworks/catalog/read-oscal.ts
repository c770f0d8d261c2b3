import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { parseJsonFile } from "#server/platform/files/parse-json-file.ts";
import { type Collector, saysWithdrawn } from "./collect.ts";

type Json = Readonly<Record<string, unknown>>;

/** Deeper than any catalog: groups, controls, enhancements and their parts. */
const DEPTH = 40;
/** The most characters that parameters may add to one text. */
const GROWN = 50_000;

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** An OSCAL catalog as JSON: every group and control with its words, with parameters filled in. */
export function readOscal<R>(bytes: Uint8Array, collected: Collector<R>): R {
	const catalog = parse(decodeText(bytes));
	const visit = (one: Json, { where, depth, ...place }: Place, params: Params): void => {
		const known = withParams(params, one);
		const labels = valuesOf(one.props, /^label$/);
		const ids = [...labels, textOf(one.id), ...labels.map((label) => IN_BRACKETS.exec(label)?.[1] ?? "")];
		if (depth > DEPTH) {
			collected.add({ where, ids, title: "", text: "", fault: "It is nested too deeply.", placed: place });
			return;
		}
		const filled = fill(proseOf(one, depth), known);
		collected.add({
			where,
			ids,
			title: textOf(one.title),
			text: filled.ok ? filled.text : "",
			...(!filled.ok && { fault: filled.why }),
			withdrawn: isWithdrawn(one) || (filled.ok && saysWithdrawn(filled.text)),
			placed: { ...place, controls: controlsOf(one) },
		});
		below(one, where, depth, known);
	};
	const below = (one: Json, where: string, depth: number, params: Params): void => {
		for (const list of ["groups", "controls"] as const) {
			for (const [n, each] of objects(one[list]).entries()) {
				const at = [where, list, n].filter((part) => part !== "").join("/");
				const place = { isGroup: list === "groups", ...(where !== "" && { above: where }) };
				visit(each, { where: at, depth: depth + 1, ...place }, params);
			}
		}
	};
	below(catalog, "", 0, withParams(new Map(), catalog));
	const metadata = isObject(catalog.metadata) ? catalog.metadata : {};
	return collected.result({
		title: textOf(metadata.title),
		version: textOf(metadata.version),
		uuid: textOf(catalog.uuid),
		publisher: publisherOf(metadata),
		format: "OSCAL catalog",
		more: valuesOf(metadata.props, /framework|edition|revision/)
			.map((value) => value.replace(/_(\d+)_(\d+)_(\d+)$/, " version $1.$2.$3").replaceAll("_", "-"))
			.join(" "),
	});
}

/** Where a group or control is in the file. */
type Place = { where: string; depth: number; above?: string; isGroup: boolean };

/** Codes of controls of ours: properties called “control” or “control-code”, and links with the relation “control”. */
const controlsOf = (one: Json): string =>
	[
		...valuesOf(one.props, /^control(-code)?$/),
		...objects(one.links)
			.filter(({ rel }) => rel === "control")
			.map(({ href }) => textOf(href).replace(/^#/, "")),
	].join(";");

/** The party with the role of a publisher or creator, or else the only one. */
function publisherOf({ parties, "responsible-parties": roles }: Json): string {
	const named = new Map(objects(parties).map((party) => [textOf(party.uuid), textOf(party.name)]));
	const [role] = objects(roles).filter(({ "role-id": id }) => id === "publisher" || id === "creator");
	const uuids = Array.isArray(role?.["party-uuids"]) ? role["party-uuids"].map(textOf) : [];
	const [only, another] = named.values();
	return (
		uuids.map((uuid) => named.get(uuid)).find((name) => name !== undefined) ??
		(another === undefined ? (only ?? "") : "")
	);
}

/** Some catalogs put an id behind a name, as in `Access Control (03.01)`. */
const IN_BRACKETS = /\s\(([^()\s]{1,60})\)$/;

/** Values of properties with such a name. */
const valuesOf = (props: unknown, name: RegExp): string[] =>
	objects(props)
		.filter((prop) => name.test(textOf(prop.name)))
		.map(({ value }) => textOf(value));

const isWithdrawn = (one: Json): boolean =>
	valuesOf(one.props, /^status$/).some((value) => /^withdrawn/i.test(value)) || saysWithdrawn(textOf(one.title));

function parse(text: string): Json {
	const root = parseJsonFile(text);
	if (isObject(root) && isObject(root.catalog)) return root.catalog;
	throw new BadFile("It is JSON, but not an OSCAL catalog. A catalog begins with the word catalog.");
}

/** All that a group or control says, in order. Guidance and assessment notes are left out, because they are not requirements. */
const SAID = new Set(["statement", "item", "overview", "text", ""]);

function proseOf(one: Json, depth: number): string {
	if (depth > DEPTH) return "";
	const parts = objects(one.parts).filter(({ name }) => SAID.has(textOf(name).toLowerCase()));
	return parts
		.flatMap((part) => {
			const label = objects(part.props).find(({ name }) => name === "label");
			const prose = [label ? textOf(label.value) : "", textOf(part.prose)].filter((each) => each !== "").join(" ");
			return [prose, proseOf(part, depth + 1)];
		})
		.filter((each) => each !== "")
		.join("\n");
}

/** Parameters by their ids, as the words that replace them. */
type Params = ReadonlyMap<string, string>;

function withParams(params: Params, { params: own }: Json): Params {
	const list = objects(own);
	if (list.length === 0) return params;
	return new Map([...params, ...list.map((param): [string, string] => [textOf(param.id), wordsOf(param)])]);
}

/** A value that was set, a choice, or a placeholder for what an organization has to fill in. */
function wordsOf(param: Json): string {
	const values = Array.isArray(param.values) ? param.values.filter((each) => typeof each === "string") : [];
	if (values.length > 0) return values.join(", ");
	if (isObject(param.select)) {
		const choices = Array.isArray(param.select.choice)
			? param.select.choice.filter((each) => typeof each === "string")
			: [];
		const many = param.select["how-many"] === "one-or-more" ? "one or more of" : "one of";
		return `[${many}: ${choices.join("; ")}]`;
	}
	return `[${textOf(param.label) || textOf(param.id)}]`;
}

const INSERT = /\{\{\s*insert:\s*param\s*,\s*([^\s{}]+)\s*\}\}/g;

/** Fills in parameters, and parameters inside them. */
function fill(text: string, params: Params): { ok: true; text: string } | { ok: false; why: string } {
	const insert = (prose: string, inside: readonly string[]): string =>
		prose.replace(INSERT, (_whole, id: string) => {
			if (inside.includes(id)) throw new BadFile(`Its parameter ${id.slice(0, 60)} contains itself.`);
			const words = insert(params.get(id) ?? `[${id}]`, [...inside, id]);
			if (words.length > GROWN) throw new BadFile("Its parameters contain each other too often.");
			return words;
		});
	try {
		return { ok: true, text: insert(text, []) };
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, why: error.message };
		throw error;
	}
}
