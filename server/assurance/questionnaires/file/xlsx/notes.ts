import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";
import { escapeXml } from "#server/platform/files/escape-xml.ts";
import { relatedPart, relationsOf } from "#server/platform/files/part-path.ts";
import { readXml } from "#server/platform/files/read-xml.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import type { ZipContents } from "#server/platform/files/zip/zip-reader.ts";
import { type Splice, splice } from "../splice.ts";
import type { Note } from "./fill-sheet.ts";
import { type DrawingPlace, withDrawing } from "./legacy-drawing.ts";

const TYPES = "[Content_Types].xml";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml";
const VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing";
/** They are read on the event loop. */
const PART_BYTES = 5_000_000;
const AUTHOR = "Sources";
/** Comments for the cells of a sheet. `drawn`: where their boxes are named in it, as it is once its answers are in it. */
export type SheetNotes = { notes: readonly Note[]; drawn: DrawingPlace };

/** The parts of a workbook that are being changed, by path. */
type Parts = Map<string, Uint8Array>;

/**
 * Adds comments to the cells of a sheet. A comment is in three places: its text among the comments of the sheet, its box in an old kind
 * of drawing, and the names of both among what belongs to the sheet. A cell that has one already keeps it.
 */
export async function addNotes(
	zip: ZipContents,
	parts: Parts,
	sheet: string,
	{ notes, drawn }: SheetNotes,
): Promise<void> {
	const read = async (path: string): Promise<string | undefined> => {
		const changed = parts.get(path);
		if (changed) return decodeText(changed);
		const size = zip.sizes.get(path);
		if (size === undefined) return undefined;
		if (size > PART_BYTES) throw new BadFile("It has too many comments to add more. Choose another place for sources.");
		return decodeText(await zip.read(path));
	};
	const write = (path: string, text: string): void => {
		parts.set(path, Buffer.from(text));
	};
	const relations = relationsOf(sheet);
	const related = relatedTo((await read(relations)) ?? `<Relationships xmlns="${PACKAGE}"/>`);
	const isFree = (path: string) => !zip.sizes.has(path) && !parts.has(path);
	const added: string[] = [];

	const known = related.all.find(({ type }) => type.endsWith("/comments"));
	const commentsPath = known ? relatedPart(sheet, known.target) : freePath("xl/comments", ".xml", isFree);
	if (!known) added.push(relation(related, "comments", commentsPath));
	const before = known ? await read(commentsPath) : undefined;
	const { text, fresh } = withComments(before ?? EMPTY_COMMENTS, notes);
	write(commentsPath, text);

	const content = parts.get(sheet) ?? (await zip.read(sheet));
	const drawing = related.all.find(({ id }) => id === drawn.id);
	const vmlPath = drawing ? relatedPart(sheet, drawing.target) : freePath("xl/drawings/vmlDrawing", ".vml", isFree);
	write(vmlPath, withBoxes((drawing && (await read(vmlPath))) ?? EMPTY_VML, fresh));
	if (!drawing) {
		const id = nextId(related);
		added.push(relation(related, "vmlDrawing", vmlPath));
		parts.set(sheet, encodeLike(content, splice(decodeText(content), [withDrawing(drawn, id)])));
	}
	if (added.length > 0) write(relations, insideRoot(related.xml, added.join("")));
	const types = await read(TYPES);
	if (types === undefined) throw new BadFile("It is damaged. Please save it again.");
	write(TYPES, withTypes(types, known ? undefined : commentsPath));
}

type Relation = { id: string; type: string; target: string };
type Related = { xml: string; all: Relation[] };

function relatedTo(xml: string): Related {
	const all: Relation[] = [];
	readXml(xml, {
		open(name, { Id = "", Type = "", Target = "" }) {
			if (name === "Relationship") all.push({ id: Id, type: Type, target: Target });
		},
	});
	return { xml, all };
}

const nextId = ({ all }: Related): string => {
	const ids = new Set(all.map(({ id }) => id));
	let no = all.length + 1;
	while (ids.has(`rId${no}`)) no += 1;
	return `rId${no}`;
};

/** A new relation, which is then among the others. */
function relation(related: Related, type: string, path: string): string {
	const id = nextId(related);
	related.all.push({ id, type: `${OFFICE}/${type}`, target: `/${path}` });
	return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="/${escapeXml(path)}"/>`;
}

function freePath(start: string, end: string, isFree: (path: string) => boolean): string {
	let no = 1;
	while (!isFree(`${start}${no}${end}`)) no += 1;
	return `${start}${no}${end}`;
}

/** The text with this inside its outermost element, at the end. */
function insideRoot(xml: string, inner: string): string {
	const end = xml.lastIndexOf("</");
	if (end !== -1) return xml.slice(0, end) + inner + xml.slice(end);
	const begin = xml.lastIndexOf("<");
	const name = /^<[\w:.-]+/.exec(xml.slice(begin))?.[0].slice(1) ?? "";
	return `${xml.slice(0, xml.lastIndexOf("/>"))}>${inner}</${name}>`;
}

const EMPTY_COMMENTS = `<comments xmlns="${MAIN}"><authors/><commentList/></comments>`;

/** `fresh`: the notes whose cells had no comment before. */
function withComments(xml: string, notes: readonly Note[]): { text: string; fresh: Note[] } {
	const taken = new Set<string>();
	let authors = 0;
	const into = (span: { start: number; end: number }, prefix: string, name: string) => {
		const isEmpty = xml.slice(span.start, span.end).endsWith("/>");
		return (inner: string): Splice =>
			isEmpty
				? { ...span, text: `<${prefix}${name}>${inner}</${prefix}${name}>` }
				: { start: span.start, end: span.start, text: inner };
	};
	let prefix = "";
	const open: Record<string, (inner: string) => Splice> = {};
	readXml(xml, {
		open(name, attributes, tag) {
			if (name === "comments") prefix = tag.prefix;
			if (name === "author") authors += 1;
			if (name === "comment") taken.add(attributes.ref ?? "");
		},
		close(name, span) {
			if (name === "authors" || name === "commentList") open[name] = into(span, prefix, name);
		},
	});
	const fresh = notes.filter(({ no, column }) => !taken.has(cellName(no, column)));
	const author = `<${prefix}author>${AUTHOR}</${prefix}author>`;
	const comments = fresh.map(
		({ no, column, text }) =>
			`<${prefix}comment ref="${cellName(no, column)}" authorId="${authors}"><${prefix}text><${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t></${prefix}text></${prefix}comment>`,
	);
	const { authors: addAuthor, commentList: addComments } = open;
	if (!addAuthor || !addComments) throw new BadFile("Its comments are damaged. Please save it again.");
	return { text: splice(xml, [addAuthor(author), addComments(comments.join(""))]), fresh };
}

const cellName = (no: number, column: number): string => `${columnName(column)}${no}`;

const EMPTY_VML = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>`;

/** A hidden box beside each cell, which the program shows when the cell is pointed at. */
function withBoxes(vml: string, notes: readonly Note[]): string {
	const boxes = notes.map(({ no, column }) => {
		const anchor = [column + 1, 15, no - 1, 2, column + 4, 15, no + 3, 4].join(", ");
		return `<v:shape id="_x0000_s${70_000_000 + no * 200 + column}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:fill color2="#ffffe1"/><v:textbox style="mso-direction-alt:auto"/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${no - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;
	});
	return insideRoot(vml, boxes.join(""));
}

function withTypes(xml: string, comments: string | undefined): string {
	const hasVml = /Extension\s*=\s*["']vml["']/i.test(xml);
	const added = [
		...(hasVml ? [] : [`<Default Extension="vml" ContentType="${VML_TYPE}"/>`]),
		...(comments === undefined ? [] : [`<Override PartName="/${comments}" ContentType="${COMMENTS_TYPE}"/>`]),
	];
	return insideRoot(xml, added.join(""));
}
