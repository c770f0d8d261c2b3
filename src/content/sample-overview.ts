import type { ScanOverview, ScanSummary, SeverityCounts } from "#contract/scans.ts";
import { SEVERITIES } from "#contract/severity.ts";
import { sampleScans } from "./samples.ts";

const sum = (counts: readonly SeverityCounts[]): SeverityCounts => {
	const total = { high: 0, medium: 0, low: 0, none: 0 };
	for (const severity of SEVERITIES) for (const count of counts) total[severity] += count[severity];
	return total;
};

type Completed = ScanSummary & { findings: SeverityCounts; finishedAt: string };

const isCompleted = (scan: ScanSummary): scan is Completed => scan.findings !== null && scan.finishedAt !== null;

/** Counted as the server counts an account's own scans, so that tiles and lists agree. `scans` newest first. */
export function countScans(scans: readonly ScanSummary[]): ScanOverview {
	const completed = scans.filter(isCompleted);
	const failed = scans.filter((scan) => scan.status === "failed" && scan.failure?.code !== "cancelled").length;
	const newest = new Map<string, Completed>();
	const days = new Map<string, Completed[]>();
	for (const scan of completed) {
		const subject = `${scan.kind} ${scan.target}`;
		if (!newest.has(subject)) newest.set(subject, scan);
		const day = scan.finishedAt.slice(0, 10);
		days.set(day, [...(days.get(day) ?? []), scan]);
	}
	const ended = completed.length + failed;
	return {
		total: scans.length,
		active: scans.filter(({ status }) => status === "pending" || status === "running").length,
		completed: completed.length,
		failed,
		findings: sum([...newest.values()].map(({ findings }) => findings)),
		successRate: ended === 0 ? null : Math.round((100 * completed.length) / ended),
		days: [...days]
			.map(([day, done]) => ({ day, scans: done.length, findings: sum(done.map(({ findings }) => findings)) }))
			.sort((one, other) => one.day.localeCompare(other.day)),
	};
}

export const sampleOverview = countScans(sampleScans);
