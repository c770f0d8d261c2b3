import type { PagesRead } from "#contract/findings/pages-read.ts";
import type { Session } from "../session.ts";
import type { Robots } from "./robots.ts";

/** Beyond this, the report says that there are more. */
const MOST_NAMED = 500;

/** What a site has named: paths with queries, each once. `moved`: it redirects, and its target counts. */
export type Names = {
	/** Notes these, and returns those that are new and may be read, in their order. */
	add: (paths: readonly string[], robots: Robots) => Promise<string[]>;
	markMoved: (path: string) => void;
	/** Notes that the site names more than can be noted here. */
	markMore: () => void;
	count: () => Pick<PagesRead, "named" | "more" | "ruledOut">;
};

/** `own`: the site's own page, which is read whatever its robots.txt says. */
export function startNames({ read }: Pick<Session, "read">, own: string): Names {
	const states = new Map<string, "allowed" | "ruled-out" | "moved">([[own, "allowed"]]);
	let more = false;
	const countOf = (state: string) => [...states.values()].filter((one) => one === state).length;
	return {
		async add(paths, robots) {
			const fresh = [...new Set(paths)].filter((path) => !states.has(path));
			const noted = fresh.slice(0, MOST_NAMED - states.size);
			if (noted.length < fresh.length) more = true;
			if (noted.length === 0) return [];
			const done = await read("allowedPaths", robots, noted);
			const isAllowed = done.status === "done" ? done.value : [];
			for (const [at, path] of noted.entries()) states.set(path, isAllowed[at] ? "allowed" : "ruled-out");
			return noted.filter((_, at) => isAllowed[at]);
		},
		markMoved: (path) => void states.set(path, "moved"),
		markMore() {
			more = true;
		},
		count: () => ({
			named: states.size - countOf("moved"),
			...(more ? { more } : {}),
			ruledOut: countOf("ruled-out"),
		}),
	};
}
