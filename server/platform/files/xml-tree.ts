import { readXml, type Span } from "./read-xml.ts";

/** An element, and where it is in the text. Its content is from `contentStart` to `contentEnd`. */
export type XmlElement = Span & {
	/** Without its prefix, which ends with a colon if there is one. */
	name: string;
	prefix: string;
	attributes: Readonly<Record<string, string>>;
	contentStart: number;
	contentEnd: number;
	children: XmlElement[];
	/** Its own text, apart from its children. */
	text: string;
};

/** Reads XML as a tree, for documents too complex for a stream. It takes several times the memory of the text. */
export function xmlTree(xml: string, mostDepth: number): XmlElement {
	const root: XmlElement = {
		name: "",
		prefix: "",
		attributes: {},
		start: 0,
		end: xml.length,
		contentStart: 0,
		contentEnd: xml.length,
		children: [],
		text: "",
	};
	const open = [root];
	const current = () => open.at(-1) ?? root;
	readXml(
		xml,
		{
			open(name, attributes, { prefix, start, end }) {
				const element = {
					name,
					prefix,
					attributes,
					start,
					end,
					contentStart: end,
					contentEnd: end,
					children: [],
					text: "",
				};
				current().children.push(element);
				open.push(element);
			},
			text(text) {
				current().text += text;
			},
			close(_name, { start, end }) {
				const element = current();
				// A self-closing element is empty and ends where it starts.
				if (start !== element.start) Object.assign(element, { contentEnd: start, end });
				open.pop();
			},
		},
		mostDepth,
	);
	return root;
}

/** An attribute with the same prefix as its element, such as `w:val`. */
export const attributeOf = ({ attributes, prefix }: XmlElement, name: string): string =>
	attributes[prefix + name] ?? "";

export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
	children.find((child) => child.name === name);

/** All elements below it, in document order. */
export function* allBelow(element: XmlElement): Generator<XmlElement> {
	for (const child of element.children) {
		yield child;
		yield* allBelow(child);
	}
}
