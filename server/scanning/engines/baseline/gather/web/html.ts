import { Tokenizer, TokenizerMode } from "parse5";
import { LONGEST_ADDRESS, LONGEST_HEADER, LONGEST_POLICY } from "../../../shared/foreign-text.ts";
import type { Markup, Reference } from "../../evidence.ts";
import { pagePath } from "../crawl/page-path.ts";
import { followHead } from "./head.ts";

const RAW_TEXT = new Map<string, Tokenizer["state"]>(
	Object.entries({
		script: TokenizerMode.SCRIPT_DATA,
		style: TokenizerMode.RAWTEXT,
		iframe: TokenizerMode.RAWTEXT,
		noembed: TokenizerMode.RAWTEXT,
		noframes: TokenizerMode.RAWTEXT,
		// As in a browser that runs scripts.
		noscript: TokenizerMode.RAWTEXT,
		xmp: TokenizerMode.RAWTEXT,
		title: TokenizerMode.RCDATA,
		textarea: TokenizerMode.RCDATA,
	}),
);
/** What these hold is no text of the page. */
const UNREAD = new Set(["script", "style", "noscript"]);
export const MAX_REFERENCES = 2_000;
const MAX_LINKS = 1_000;
const MAX_TEXT = 20_000;
const MAX_ATTRIBUTES = 200;
/** Of each kind that we read. */
const MAX_METAS = 20;
/** How much of a tag is read before we notice that it has too many attributes. */
const CHUNK = 4_096;

/**
 * Reads markup with the HTML standard's tokenizer and builds no tree: this way a hostile page takes no longer than any other of its
 * length.
 */
export function readMarkup(html: string, pageUrl: string): Markup {
	const markup: Omit<Markup, "links"> = {
		references: [],
		generators: [],
		policies: [],
		referrers: [],
		title: "",
		text: "",
		moreReferences: false,
		complete: true,
	};
	let base = pageUrl;
	let inside = "";
	let addresses = 0;
	let hasBase = false;
	const { origin } = new URL(pageUrl);
	const links = new Set<string>();
	let linksSeen = 0;
	let noFollow = false;
	const head = followHead();

	const add = (kind: Reference["kind"], address: string | undefined, integrity = false) => {
		// Resolving one costs time even if it leads nowhere.
		if (address === undefined || ++addresses > MAX_REFERENCES) return;
		const url = URL.parse(address.slice(0, LONGEST_ADDRESS), base);
		if (url) markup.references.push({ kind, url: url.href.slice(0, LONGEST_ADDRESS), integrity });
	};
	const addLink = (address: string | undefined) => {
		if (address === undefined || ++linksSeen > MAX_LINKS) return;
		const url = URL.parse(address.slice(0, LONGEST_ADDRESS), base);
		const path = url && pagePath(url, origin);
		if (path) links.add(path);
	};
	const addMeta = (to: string[], content: string | undefined, longest: number) => {
		if (to.length < MAX_METAS) to.push((content ?? "").slice(0, longest));
	};
	const tokenizer = new BoundedTokenizer(
		{},
		{
			onStartTag({ tagName, attrs }) {
				const attribute = (name: string) => attrs.find((candidate) => candidate.name === name)?.value;
				const mode = RAW_TEXT.get(tagName);
				if (mode !== undefined) {
					tokenizer.state = mode;
					tokenizer.lastStartTagName = tagName;
				}
				inside = tagName;
				head.startTag(tagName);
				switch (tagName) {
					case "base":
						// Browsers take the first one.
						if (!hasBase) base = URL.parse((attribute("href") ?? "").slice(0, LONGEST_ADDRESS), pageUrl)?.href ?? base;
						hasBase = true;
						break;
					case "script":
						add("script", attribute("src"), isChecked(attribute("integrity")));
						break;
					case "link":
						if (/\bstylesheet\b/i.test(attribute("rel") ?? ""))
							add("style", attribute("href"), isChecked(attribute("integrity")));
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
					case "a":
					case "area":
						if (!/\bnofollow\b/i.test(attribute("rel") ?? "") && !head.isInTemplate()) addLink(attribute("href"));
						break;
					case "meta":
						if (attribute("name")?.toLowerCase() === "robots") noFollow ||= forbidsFollowing(attribute("content"));
						if (attribute("name")?.toLowerCase() === "generator")
							addMeta(markup.generators, attribute("content"), LONGEST_HEADER);
						// Browsers ignore it elsewhere (HTML standard, 4.2.5.3).
						if (attribute("http-equiv")?.toLowerCase() === "content-security-policy" && head.isInside())
							addMeta(markup.policies, attribute("content"), LONGEST_POLICY);
						if (attribute("name")?.toLowerCase() === "referrer" && !head.isInTemplate())
							addMeta(markup.referrers, attribute("content"), LONGEST_HEADER);
						break;
				}
			},
			onEndTag({ tagName }) {
				inside = "";
				head.endTag(tagName);
			},
			onCharacter({ chars }) {
				if (!RAW_TEXT.has(inside)) head.text();
				read(chars);
			},
			onNullCharacter: () => undefined,
			onWhitespaceCharacter: ({ chars }) => read(chars),
			onComment: () => undefined,
			onDoctype: () => undefined,
			onEof: () => undefined,
		},
	);
	function read(chars: string) {
		if (inside === "title") {
			if (markup.title.length < LONGEST_HEADER) markup.title += chars;
		} else if (!UNREAD.has(inside) && markup.text.length < MAX_TEXT) markup.text += chars;
	}
	for (let at = 0; at < html.length && !tokenizer.isStuffed(); at += CHUNK) {
		tokenizer.write(html.slice(at, at + CHUNK), at + CHUNK >= html.length);
	}
	return {
		...markup,
		links: { paths: noFollow ? [] : [...links], more: linksSeen > MAX_LINKS && !noFollow },
		title: markup.title.slice(0, LONGEST_HEADER),
		text: markup.text.slice(0, MAX_TEXT),
		moreReferences: addresses > MAX_REFERENCES,
		complete: !tokenizer.isStuffed(),
	};
}

/** Whether a robots meta element or an X-Robots-Tag header asks robots not to follow the page's links. */
export const forbidsFollowing = (content = ""): boolean => /(?:^|[\s,:])(?:nofollow|none)(?:$|[\s,])/i.test(content);

/** Browsers check nothing if no hash has the form they know (Subresource Integrity, 3.3.3). */
function isChecked(integrity = ""): boolean {
	return integrity.split(/\s+/).some((hash) => /^sha(?:256|384|512)-[a-z\d+/_-]+={0,2}(?:\?|$)/i.test(hash));
}

/** Each attribute is compared with all earlier ones in its tag, so a tag with a hundred thousand would hold up everything. */
class BoundedTokenizer extends Tokenizer {
	isStuffed(): boolean {
		const token = this.currentToken;
		return token !== null && "attrs" in token && token.attrs.length > MAX_ATTRIBUTES;
	}
}
