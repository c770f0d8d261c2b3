import { asOfLibraryTable, type Hole, holesIn } from "../../../../software/libraries.ts";
import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";

/** A report names the worst and counts the rest. */
const SHOWN = 10;

export const libraryVulnerable: Rule<"content"> = {
	meta: {
		id: "library-vulnerable",
		title: "A script library has known security holes",
		severity: "medium",
		cwe: 1395,
		why: {
			owner:
				"The page uses a version of a script library with published security holes. Whether your site can be attacked through them depends on how it uses the library.",
			engineer:
				"The version is in the affected range of published advisories. Advisories rate the worst use of a library, and pages may not use the part concerned, so we rate this medium at most.",
		},
		fix: {
			owner: "Ask your developers to update the library.",
			engineer:
				"Update to a version with all of the fixes, test with the library's release notes, and let a dependency check run in CI.",
		},
	},
	judge({ software }, now) {
		return software.flatMap(({ name, version, endpoint, source, text, guessed }) => {
			const holes = holesIn(name, version);
			const [worst] = holes;
			if (!worst) return [];
			const known = asOfLibraryTable(now);
			const shown = holes.slice(0, SHOWN).map((hole) => ({ source: known, text: asText(hole) }));
			const more = holes.length - shown.length;
			return [
				{
					location: atEndpoint(endpoint, name.toLowerCase()),
					title: `${name} ${version} has known security holes`,
					evidence: [{ source, text }, ...shown, ...(more > 0 ? [{ source: known, text: `And ${more} more` }] : [])],
					rawSeverity: worst.severity,
					...(worst.severity === "low" ? { severity: "low" } : {}),
					...(guessed ? { confidence: "low" } : {}),
				},
			];
		});
	},
};

function asText({ ids, severity, below }: Hole): string {
	const where = below === undefined ? "in every version so far" : `in versions before ${below}`;
	return `${ids.join(", ")}: rated ${severity}, ${where}`;
}
