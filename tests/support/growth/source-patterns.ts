import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

/** A regular expression as it is written in the source. */
export type SourcePattern = { place: string; pattern: RegExp };

/** Every regular expression in our programs, and every place that builds one at run time. */
export function sourcePatterns(): { patterns: SourcePattern[]; built: string[] } {
	const patterns: SourcePattern[] = [];
	const built: string[] = [];
	for (const file of globSync("{contract,server,src,sw}/**/*.{ts,tsx}")) {
		const text = readFileSync(file, "utf8");
		const placeOf = ({ start }: ESTree.Span) => `${file}:${text.slice(0, start).split("\n").length}`;
		const noteBuilt = (node: ESTree.NewExpression | ESTree.CallExpression) => {
			if (node.callee.type === "Identifier" && node.callee.name === "RegExp") built.push(placeOf(node));
		};
		new Visitor({
			Literal(node) {
				if ("regex" in node && node.regex) {
					const { pattern, flags } = node.regex;
					patterns.push({ place: placeOf(node), pattern: new RegExp(pattern, flags) });
				}
			},
			NewExpression: noteBuilt,
			CallExpression: noteBuilt,
		}).visit(parseSync(file, text).program);
	}
	return { patterns, built };
}
