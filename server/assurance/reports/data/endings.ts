import type { ReportData } from "./report-data.ts";

const SOON_MS = 60 * 86_400_000;

/** What has ended or ends within 60 days, earliest first: `the certificate of shop.example.com`. */
export function endingsOf({
	targets,
	generatedAt,
}: Pick<ReportData, "targets" | "generatedAt">): { on: string; what: string }[] {
	const latest = Date.parse(generatedAt) + SOON_MS;
	return targets
		.flatMap(({ host, certificateEndsAt, endOfLife }) => [
			...(certificateEndsAt ? [{ on: certificateEndsAt.slice(0, 10), what: `the certificate of ${host}` }] : []),
			...endOfLife.map(({ product, on }) => ({ on, what: `support of ${product} on ${host}` })),
		])
		.filter(({ on }) => Date.parse(on) <= latest)
		.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}
