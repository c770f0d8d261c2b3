import type { Finding } from "#contract/findings/findings.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { steadyPath } from "../shared/steady-path.ts";

/** Sites with more pages than this have more than we keep of them. */
const MOST_PATHS = 5_000;

/** The paths of the pages that Wapiti lists as crawled, written as in findings. It leaves out what follows `;` in the last segment. */
export const visitedPaths = (urls: readonly string[]): string[] => {
	const paths = urls.map((url) => {
		const [address = ""] = url.slice(0, 2_048).split(/[?#]/, 1);
		const path = address.replace(/^https?:\/\/[^/]*/i, "");
		const parameters = path.indexOf(";", path.lastIndexOf("/"));
		return steadyPath(sanitize((parameters === -1 ? path : path.slice(0, parameters)) || "/", 500));
	});
	return [...new Set(paths)].toSorted().slice(0, MOST_PATHS);
};

/** Whether a scan that visited these looked where the finding was: which pages a crawl gets to differs from scan to scan. */
export function wasVisited(
	{ rule, location: { path } }: Pick<Finding, "rule" | "location">,
	visited: readonly string[],
): boolean {
	if (visited.includes(path)) return true;
	// A copy is looked for where its original is, under names made from it.
	const [folder, name] = split(path);
	return (
		rule === "wapiti-backup-file" &&
		visited.some((page) => {
			const [of, original] = split(page);
			const [stem = ""] = original.split(".", 1);
			return of === folder && stem !== "" && name.includes(stem);
		})
	);
}

function split(path: string): [folder: string, name: string] {
	const at = path.lastIndexOf("/") + 1;
	return [path.slice(0, at), path.slice(at)];
}
