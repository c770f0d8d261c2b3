import { hash } from "node:crypto";
import type { OscalModel } from "#contract/frameworks/effectiveness.ts";
import { visibleLine, visibleText } from "#server/platform/texts/visible-text.ts";
import { site } from "#src/config/site.ts";
import type { OscalData } from "./oscal-data.ts";

/** The namespace of our own names, generated once at random. */
const UUID_NAMESPACE = Buffer.from("8f2d0f6c5c0b4d3e9a715a1f4b6c2e90", "hex");

/** A version 5 UUID (RFC 9562, 5.5): the same name gives the same id. */
function uuidV5(name: string): string {
	const bytes = hash("sha1", Buffer.concat([UUID_NAMESPACE, Buffer.from(name)]), "buffer");
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString("hex", 0, 16);
	const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
	// Copied, since a string that was put together keeps all of its parts, and there are many.
	return Buffer.from(id, "latin1").toString("latin1");
}

export type Json = { readonly [key: string]: string | readonly (Json | string)[] | Lazy | Json | undefined };

/**
 * A list whose items are created as they are written, so that a list of many findings neither holds up the process nor fills its memory.
 */
export type Lazy = Iterable<Json> & { toJSON(): readonly Json[] };

const OSCAL_VERSION = "1.2.0";
/** The namespace of properties that OSCAL does not define. */
const NAMESPACE = "urn:plumbline:oscal";

/** One line that is not empty, as OSCAL's strings must be. */
export const line = (text: string): string =>
	PLAIN.test(text) ? text : visibleLine(text.replace(/\s+/g, " ")).trim() || "–";
export const prose = (text: string): string => (PLAIN.test(text) ? text : visibleText(text).trim() || "–");
/** Words of ASCII with one space between them, which most texts here are: they stay as they are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** An id in the form of OSCAL's tokens: `_4.1` for 4.1, `Art._32_1_` for Art. 32(1). The real one goes beside it as a label. */
export const token = (id: string): string => {
	const plain = id.replace(/[^\p{L}\p{N}.\-_]+/gu, "_");
	return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
};

/** A list that is left out if it is empty: OSCAL allows no empty ones. */
export const list = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined);

/** The same, for items that are created as they are written: `count` of them. */
export const lazy = (count: number, items: () => Iterable<Json>): Lazy | undefined =>
	count === 0 ? undefined : { [Symbol.iterator]: () => items()[Symbol.iterator](), toJSON: () => [...items()] };

/** The same, one item for each of these. */
export const each = <T>(all: readonly T[], make: (one: T) => Json): Lazy | undefined =>
	lazy(all.length, () => mapped(all, make));

export function* mapped<T>(all: readonly T[], make: (one: T) => Json): Generator<Json> {
	for (const one of all) yield make(one);
}

export const prop = (name: string, value: string): Json => ({ name, ns: NAMESPACE, value: line(value) });
export const label = (value: string): Json => ({ name: "label", value: line(value) });

/** Ids in one document: the same thing for the same client has the same id in every document. */
export const idsOf =
	({ clientId }: Pick<OscalData, "clientId">) =>
	(what: string, ...names: readonly string[]): string =>
		uuidV5(JSON.stringify([clientId, what, ...names]));

/** When a day starts, as OSCAL writes it. */
export const at = (day: string): string => `${day}T00:00:00Z`;

const TITLES: Readonly<Record<OscalModel, string>> = {
	"assessment-results": "Assessment results",
	"plan-of-action-and-milestones": "Plan of action and milestones",
	"component-definition": "Component definition",
};

/** What every document starts with. */
export function head(model: OscalModel, data: OscalData): { uuid: string; metadata: Json } {
	const id = idsOf(data);
	const { framework, window, subject } = data;
	const party = id("party");
	return {
		uuid: id("document", model, framework.id, window.from, window.to),
		metadata: {
			title: line(`${TITLES[model]} of ${subject}: ${framework.name}`),
			// Not the current time, so that the same data gives the same bytes.
			"last-modified": data.changedAt,
			version: `${window.from}/${window.to}`,
			"oscal-version": OSCAL_VERSION,
			props: [prop("framework", framework.id), prop("framework-version", framework.version)],
			roles: [{ id: "prepared-by", title: "Prepared by" }],
			parties: [{ uuid: party, type: "organization", name: line(subject) }],
			"responsible-parties": [{ "role-id": "prepared-by", "party-uuids": [party] }],
			remarks: `Written by ${site.name} from scans, tests and what people said. It is no audit, and what it does not mention is not thereby met.`,
		},
	};
}
