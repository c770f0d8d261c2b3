import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const walk = (node: Node): Node[] => ["childNodes" in node ? node.childNodes.flatMap(walk) : [], node].flat();

/** A page as a browser would parse it, with just enough to query it. */
export type PageTree = {
	tags(name: string): Element[];
	ids: string[];
	attributes: { name: string; value: string }[];
	attribute(element: Element, name: string): string | undefined;
	text(root: Node): string;
	/** Every stretch of text between two tags. */
	stretches: string[];
};

export const pageTree = (page: string): PageTree => {
	const nodes = walk(parse(page));
	const elements = nodes.filter((node): node is Element => "tagName" in node);
	const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;
	const text = (root: Node): string =>
		walk(root)
			.map((node) => (node.nodeName === "#text" && "value" in node ? node.value : ""))
			.join("");
	return {
		tags: (name: string) => elements.filter(({ tagName }) => tagName === name),
		ids: elements.flatMap((element) => attribute(element, "id") ?? []),
		attributes: elements.flatMap(({ attrs }) => attrs),
		attribute,
		text,
		stretches: nodes.flatMap((node) => (node.nodeName === "#text" && "value" in node ? node.value : [])),
	};
};
