import { allBelow, attributeOf, childOf, type XmlElement } from "#server/platform/files/xml-tree.ts";
import { type Choice, MOST_CHOICES } from "../find/choices.ts";

/** The longest text that is kept for one place. */
const TEXT = 32_767;
/** Not text: formatting, pictures and the boxes in them, what was deleted or moved away, what older programs show instead. */
const APART = new Set(["pPr", "rPr", "tcPr", "sdtPr", "drawing", "pict", "object", "Fallback", "del", "moveFrom"]);
const CHARACTERS: Readonly<Record<string, string>> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };

/** A control that says "Click here" until something is entered. */
const isPlaceholder = (element: XmlElement): boolean => {
	const properties = element.name === "sdt" ? childOf(element, "sdtPr") : undefined;
	return properties !== undefined && childOf(properties, "showingPlcHdr") !== undefined;
};

/** The text of elements as people see it. */
export function textOf(elements: readonly XmlElement[]): string {
	const parts: string[] = [];
	let length = 0;
	const add = (part: string): void => {
		if (length < TEXT) parts.push(part.slice(0, TEXT));
		length += part.length;
	};
	const visit = (element: XmlElement): void => {
		if (APART.has(element.name) || isPlaceholder(element)) return;
		if (element.name === "t") add(element.text);
		else if (CHARACTERS[element.name] !== undefined) add(CHARACTERS[element.name] ?? "");
		for (const child of element.children) visit(child);
		if (element.name === "p") add("\n");
	};
	for (const element of elements) visit(element);
	return parts.join("").trim().toWellFormed();
}

const LISTS = ["dropDownList", "comboBox"];
const PICKED = new Set([...LISTS, "checkbox", "checkBox", "ddList"]);
const PICTURES = new Set(["drawing", "pict", "object"]);
/** Fields whose text a person enters, or that only link elsewhere. */
const HARMLESS_FIELD = /^\s*(?:FORMTEXT|HYPERLINK)\b/;

/** A control in which a person picks one of a few values. */
export type PickList = { control: XmlElement; content: XmlElement; choices: readonly Choice[] };

/** The only list in these elements; undefined if there is none, or something else to pick. */
export function pickListIn(elements: readonly XmlElement[]): PickList | undefined {
	const all = elements.flatMap((root) => [root, ...allBelow(root)]);
	const [picked, ...others] = all.filter(({ name }) => PICKED.has(name));
	if (!picked || others.length > 0 || !LISTS.includes(picked.name)) return undefined;
	const control = all.find((each) => each.name === "sdt" && childOf(each, "sdtPr")?.children.includes(picked));
	const content = control && childOf(control, "sdtContent");
	if (!content || content.contentEnd === content.end) return undefined;
	const texts = picked.children
		.filter(({ name }) => name === "listItem")
		.map((item) => attributeOf(item, "displayText") || attributeOf(item, "value"))
		.filter((text) => text !== "");
	const choices = [...new Set(texts)].map((text): Choice => ({ text, is: "text" }));
	return { control, content, choices: choices.length > MOST_CHOICES ? [] : choices };
}

/** Why these may not be replaced; empty if they may. `list`: one that is filled by picking. */
export function blockedBy(elements: readonly XmlElement[], list?: PickList): string {
	const isOfList = (element: XmlElement) => list && childOf(list.control, "sdtPr")?.children.includes(element);
	for (const root of elements) {
		for (const element of [root, ...allBelow(root)]) {
			const { name } = element;
			if (PICKED.has(name) && !isOfList(element)) return "is a list or a check box. Pick the answer in the file.";
			if (PICTURES.has(name)) return "holds a picture, which is never overwritten.";
			if (name === "tbl") return "holds another table, which is never overwritten.";
			const field =
				name === "fldSimple" ? attributeOf(element, "instr") : name === "instrText" ? element.text.trim() : "";
			if (field !== "" && !HARMLESS_FIELD.test(field)) return "holds a field, which is never overwritten.";
		}
	}
	return "";
}

/** Whether there is more than paragraphs without text, which writing would replace. */
export const isFilled = (elements: readonly XmlElement[]): boolean =>
	elements.some((root) =>
		[root, ...allBelow(root)].some(({ name }) => name === "t" || name === "sdt" || name === "fldChar"),
	);
