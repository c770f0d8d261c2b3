import { inflateSync } from "node:zlib";

type ReadPdf = {
	pages: number;
	/** The text marked with each tag of the structure, in page order: `["H1", "A title"]`. */
	marked: [tag: string, text: string][];
	/** The same, page by page. */
	byPage: [tag: string, text: string][][];
	/** Everything that is not in a stream. */
	objects: string;
};

/** Reads as much of one of our PDFs as proves that people's tools can read it: tags, and text through the fonts' own character maps. */
export function readPdf(file: Buffer): ReadPdf {
	const source = file.toString("latin1");
	const objects = new Map(
		[...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id = "", body = ""]) => [id, body]),
	);
	const streamOf = (id: string | undefined): string => {
		const body = objects.get(id ?? "") ?? "";
		const [, head = "", content = ""] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(body) ?? [];
		const bytes = Buffer.from(content, "latin1");
		return (head.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
	};
	const referred = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1];

	const fonts = new Map<string, Map<string, string>>();
	for (const body of objects.values()) {
		for (const [, name = "", id = ""] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
			fonts.set(name, characterMap(streamOf(referred(objects.get(id) ?? "", "ToUnicode"))));
		}
	}
	const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
	const byPage = pages.map((page) => markedText(streamOf(referred(page, "Contents")), fonts));
	return {
		pages: pages.length,
		marked: byPage.flat(),
		byPage,
		objects: [...objects.values()].map((body) => body.replace(/\nstream\n[\s\S]*/, "")).join("\n"),
	};
}

function characterMap(cmap: string): Map<string, string> {
	const map = new Map<string, string>();
	for (const [, from = "", list = ""] of cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)) {
		for (const [index, [, code = ""]] of [...list.matchAll(/<([\da-f ]+)>/gi)].entries()) {
			const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0");
			map.set(glyph, Buffer.from(code.replaceAll(" ", ""), "hex").swap16().toString("utf16le"));
		}
	}
	return map;
}

function markedText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): ReadPdf["marked"] {
	const marked: ReadPdf["marked"] = [];
	let font: ReadonlyMap<string, string> = new Map();
	let inside: [string, string] | undefined;
	let y = "";
	const token = /\/(\w+) <<[^>]*>> BDC|(EMC)|\/(F\d+) [\d.]+ Tf|1 0 0 1 [\d.]+ ([\d.]+) Tm|\[([^\]]*)\] TJ/g;
	for (const [, tag, end, name, line, shown] of content.matchAll(token)) {
		if (tag) inside = [tag, ""];
		else if (end) {
			if (inside && inside[0] !== "Artifact") marked.push(inside);
			inside = undefined;
		} else if (name) font = fonts.get(name) ?? new Map();
		else if (line) {
			if (inside && inside[1] !== "" && line !== y) inside[1] += " ";
			y = line;
		} else if (shown && inside) {
			for (const [, hex = ""] of shown.matchAll(/<([\da-f]+)>/gi)) {
				inside[1] += (hex.match(/.{4}/g) ?? []).map((glyph) => font.get(glyph.toLowerCase()) ?? "?").join("");
			}
		}
	}
	return marked;
}
