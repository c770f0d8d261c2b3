import { applies, median, type RouteScores, scoresOf } from "./thresholds.ts";

/** Route × category in Markdown: the median, and the worst run where it differs. */
export function scoreTable(routes: RouteScores[], categories: readonly string[]): string {
	const cell = (route: RouteScores, category: string) => {
		const scores = scoresOf(route, category);
		if (!applies(route, category) || scores.length === 0) return "–";
		const [middle, worst] = [median(scores), Math.min(...scores)];
		return worst < middle ? `${middle} (${worst})` : String(middle);
	};
	return [
		`| route | ${categories.join(" | ")} |`,
		`| --- |${categories.map(() => " ---: |").join("")}`,
		...routes.map(
			(route) => `| \`${route.path}\` | ${categories.map((category) => cell(route, category)).join(" | ")} |`,
		),
	].join("\n");
}
