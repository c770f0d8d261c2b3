import { Tokenizer, TokenizerMode } from "parse5";
import type { Markup, Reference } from "../evidence.ts";

const RAW_TEXT: Record<string, Tokenizer["state"]> = {
	script: TokenizerMode.SCRIPT_DATA,
	style: TokenizerMode.RAWTEXT,
	iframe: TokenizerMode.RAWTEXT,
	noembed: TokenizerMode.RAWTEXT,
	noframes: TokenizerMode.RAWTEXT,
	xmp: TokenizerMode.RAWTEXT,
	title: TokenizerMode.RCDATA,
	textarea: TokenizerMode.RCDATA,
};
const MAX_REFERENCES = 500;
const MAX_TEXT = 20_000;
const MAX_ATTRIBUTES = 1_000;
const CHUNK = 16_384;

/**
 * Reads markup with the HTML standard's tokenizer and no tree: it takes the same time for a hostile page as for any other of
 * its length, which building a tree does not.
 */
export function readMarkup(html: string, pageUrl: string): Markup {
	const markup: Markup = { references: [], generators: [], policies: [], title: "", text: "", complete: true };
	let base = pageUrl;
	let inside = "";

	const add = (kind: Reference["kind"], address: string | undefined, integrity = false) => {
		const url = address === undefined ? null : URL.parse(address, base);
		if (url && markup.references.length < MAX_REFERENCES) markup.references.push({ kind, url: url.href, integrity });
	};
	const tokenizer = new BoundedTokenizer(
		{},
		{
			onStartTag({ tagName, attrs }) {
				const attribute = (name: string) => attrs.find((candidate) => candidate.name === name)?.value;
				const mode = RAW_TEXT[tagName];
				if (mode !== undefined) {
					tokenizer.state = mode;
					tokenizer.lastStartTagName = tagName;
				}
				inside = tagName;
				switch (tagName) {
					case "base":
						base = URL.parse(attribute("href") ?? "", pageUrl)?.href ?? base;
						break;
					case "script":
						add("script", attribute("src"), attribute("integrity") !== undefined);
						break;
					case "link":
						if (/\bstylesheet\b/i.test(attribute("rel") ?? ""))
							add("style", attribute("href"), attribute("integrity") !== undefined);
						break;
					case "iframe":
					case "frame":
						add("frame", attribute("src"));
						break;
					case "form":
						add("form", attribute("action"));
						break;
					case "img":
					case "audio":
					case "video":
					case "source":
						add("image", attribute("src"));
						break;
					case "meta":
						if (attribute("name")?.toLowerCase() === "generator") markup.generators.push(attribute("content") ?? "");
						if (attribute("http-equiv")?.toLowerCase() === "content-security-policy") {
							markup.policies.push(attribute("content") ?? "");
						}
						break;
				}
			},
			onEndTag() {
				inside = "";
			},
			onCharacter: ({ chars }) => read(chars),
			onNullCharacter: () => undefined,
			onWhitespaceCharacter: ({ chars }) => read(chars),
			onComment: () => undefined,
			onDoctype: () => undefined,
			onEof: () => undefined,
		},
	);
	function read(chars: string) {
		if (inside === "title") markup.title += chars;
		else if (inside !== "script" && inside !== "style" && markup.text.length < MAX_TEXT) markup.text += chars;
	}
	for (let at = 0; at < html.length && !tokenizer.isStuffed(); at += CHUNK) {
		tokenizer.write(html.slice(at, at + CHUNK), at + CHUNK >= html.length);
	}
	return { ...markup, complete: !tokenizer.isStuffed() };
}

/** Each attribute is compared with all before it in its tag, so a tag of a hundred thousand would hold up everything. */
class BoundedTokenizer extends Tokenizer {
	isStuffed(): boolean {
		const token = this.currentToken;
		return token !== null && "attrs" in token && token.attrs.length > MAX_ATTRIBUTES;
	}
}
