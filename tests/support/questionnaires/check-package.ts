import { posix } from "node:path";
import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";

type Element = { name: string; attributes: Record<string, string> };

/** The parts of an office file, in order. */
export const partsOf = (file: Buffer): Record<string, Uint8Array> => unzipSync(new Uint8Array(file));

export const textOfPart = (file: Buffer, path: string): string => new TextDecoder().decode(partsOf(file)[path]);

/** What an office program would trip over: XML that is not well-formed, parts without a type, relations to nothing. */
export function packageFaults(file: Buffer): string[] {
	const parts = partsOf(file);
	const faults: string[] = [];
	const elements = new Map<string, Element[]>();
	for (const [path, content] of Object.entries(parts)) {
		if (!/\.(?:xml|rels)$/.test(path)) continue;
		const found: Element[] = [];
		const parser = new SaxesParser({ xmlns: true });
		parser.on("opentag", ({ local, attributes }) =>
			found.push({
				name: local,
				attributes: Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value])),
			}),
		);
		parser.on("error", (error) => faults.push(`${path}: ${error.message}`));
		parser.write(new TextDecoder("utf-8", { fatal: true }).decode(content)).close();
		elements.set(path, found);
	}
	const types = elements.get("[Content_Types].xml") ?? [];
	const known = new Set(types.map(({ attributes }) => attributes.PartName ?? `.${attributes.Extension}`));
	for (const path of Object.keys(parts)) {
		if (path !== "[Content_Types].xml" && !known.has(`/${path}`) && !known.has(path.slice(path.lastIndexOf(".")))) {
			faults.push(`${path} has no type`);
		}
	}
	for (const [path, found] of elements) {
		if (!path.endsWith(".rels")) continue;
		const folder = posix.dirname(posix.dirname(path));
		for (const { name, attributes } of found) {
			if (name !== "Relationship" || attributes.TargetMode === "External") continue;
			const { Target = "" } = attributes;
			const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
			if (!(target in parts)) faults.push(`${path} refers to ${target}, which is not there`);
		}
	}
	return faults;
}
