/** A scrape as Prometheus sees it: every series with its value, keyed by its text `name{labels}`. */
export async function scrape(metricsUrl: string): Promise<Map<string, number>> {
	const answer = await fetch(`${metricsUrl}/metrics`);
	if (!answer.ok) throw new Error(`The metrics answered ${answer.status}`);
	const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	return new Map(
		lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
	);
}

/** The sum of all series of one name whose labels include these. */
export function total(series: Map<string, number>, name: string, labels: Record<string, string> = {}): number {
	let sum = 0;
	for (const [key, value] of series) {
		const isNamed = key === name || key.startsWith(`${name}{`);
		if (isNamed && Object.entries(labels).every(([label, wanted]) => key.includes(`${label}="${wanted}"`)))
			sum += value;
	}
	return sum;
}

/** Where a server's banner says its metrics are. */
export const metricsUrlOf = ({ facts }: { facts: readonly (readonly [string, string])[] }): string => {
	const [, url] = facts.find(([label]) => label === "Metrics") ?? [];
	if (url === undefined) throw new Error("This server has no metrics");
	return url.replace(/\/metrics$/, "");
};
