/** Scores of one run of one route by category: 0 to 1; null where the category does not apply. */
export type Scores = Record<string, number | null>;

type Route = {
	path: string;
	indexable: boolean;
	/** Whether `pwa` applies to this page, or to another one with the same scripts and the same head. */
	asksPwa: boolean;
};

export type RouteScores = Route & { runs: Scores[] };

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo", "agentic-browsing", "pwa"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Timing differs from run to run: it is enforced on a few routes, on the median of three runs or more. */
const LOWEST_PERFORMANCE = 95;
export const PERFORMANCE_RUNS = 3;
/** Runs that differ by more points than this say more about the machine than about the page, so more runs are made. */
const CALM = 5;
const MOST_RUNS = 7;
/** A run in which the page barely had a processor does not count; it is repeated up to this many times. */
export const MOST_TRIES = 9;

const points = (score: number): number => Math.round(score * 100);

export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low = 0, high = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
	return (low + high) / 2;
}

/** The scores of a category over the runs that had it, in points. */
export const scoresOf = ({ runs }: RouteScores, category: string): number[] =>
	runs
		.map((run) => run[category])
		.filter((score) => typeof score === "number")
		.map(points);

/** Whether a page is timed once more after runs with these scores: an odd number, so that one is in the middle. */
export function wantsAnotherRun(scores: number[], least: number): boolean {
	if (scores.length < least || scores.length % 2 === 0) return true;
	return scores.length < MOST_RUNS && Math.max(...scores) - Math.min(...scores) > CALM;
}

/** Whether the median of three runs is high enough whatever the third one scores, so that it can be skipped. */
export const isSettled = (scores: number[]): boolean =>
	scores.length === 2 && scores.every((score) => score >= LOWEST_PERFORMANCE);

/** Whether all tries for a page are used up because the machine was too busy to time it. */
export const tooBusy = (route: RouteScores): boolean =>
	route.runs.filter((run) => "performance" in run).length >= MOST_TRIES &&
	scoresOf(route, "performance").length < PERFORMANCE_RUNS;

/** Whether a category applies to a page. SEO says nothing about a page that is kept out of search engines. */
export function applies({ path, indexable, asksPwa }: Route, category: string): boolean {
	if (category === "seo") return indexable && !path.startsWith("/dashboard");
	return category !== "pwa" || asksPwa;
}

/** What keeps a build from being released. `gated`: the routes whose performance counts. */
export function belowThresholds(routes: RouteScores[], categories: readonly string[], gated: string[]): string[] {
	return routes.flatMap((route) =>
		categories
			.filter((category) => applies(route, category))
			.filter((category) => category !== "performance" || (gated.includes(route.path) && !tooBusy(route)))
			.flatMap((category) => {
				const scores = scoresOf(route, category);
				if (scores.length === 0) return [`${route.path}: ${category} was not measured.`];
				if (category !== "performance") {
					const worst = Math.min(...scores);
					return worst < 100 ? [`${route.path}: ${category} is ${worst}, not 100.`] : [];
				}
				const middle = median(scores);
				return middle < LOWEST_PERFORMANCE
					? [`${route.path}: performance is ${middle} (median of ${scores.length}), below ${LOWEST_PERFORMANCE}.`]
					: [];
			}),
	);
}
