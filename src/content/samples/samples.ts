import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ScanId } from "#contract/ids.ts";
import type { ScanFailure, ScanKind, ScanSummary, SeverityCounts } from "#contract/scans/scans.ts";
import { sampleFindings } from "./sample-findings.ts";
import { SAMPLE_NOW } from "./sample-now.ts";

/**
 * What a visitor sees in the dashboard: made up, marked as samples wherever shown, and never mixed with an account's own data. All names
 * are reserved for examples.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (time: number) => new Date(time).toISOString();
const idOf = (serial: number) => `00000000-0000-4000-8000-${String(serial).padStart(12, "0")}` as ScanId;

type Base = { serial: number; kind: ScanKind; target: string };

/** `asked` and `left` in minutes. */
function running(
	{ serial, kind, target }: Base,
	asked: number,
	left: number,
	progress: number,
	step: string,
): ScanSummary {
	return {
		id: idOf(serial),
		kind,
		target,
		client: "",
		status: "running",
		acceptedAt: at(SAMPLE_NOW - asked * MINUTE),
		startedAt: at(SAMPLE_NOW - asked * MINUTE + 4_000),
		estimatedAt: at(SAMPLE_NOW + left * MINUTE),
		finishedAt: null,
		progress,
		step,
		coverage: null,
		failure: null,
		findings: null,
		worst: null,
	};
}

function pending({ serial, kind, target }: Base, asked: number, left: number): ScanSummary {
	return { ...running({ serial, kind, target }, asked, left, 0, ""), status: "pending", startedAt: null };
}

/** The host of a target. */
export const sampleHostOf = (target: string): string => target.replace(/^https?:\/\//, "").split(/[:/]/, 1)[0] ?? "";

/** What a scan that ended at this time found, according to the sample findings. */
function foundBy({ kind, target }: Base, end: string): SeverityCounts {
	const engine = kind === "combined" ? "baseline" : kind;
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const finding of sampleFindings) {
		const isThere = finding.firstSeenAt <= end && end <= finding.lastSeenAt;
		if (finding.engine === engine && finding.location.host === sampleHostOf(target) && isThere)
			counts[finding.severity] += 1;
	}
	return counts;
}

/** Finished `ago` days before now, after `took` minutes. */
function completed(base: Base, ago: number, took: number): ScanSummary {
	const ended = finished(base, ago, took);
	const findings = foundBy(base, ended.finishedAt);
	return {
		...ended,
		status: "completed",
		coverage: "full",
		findings,
		worst: SEVERITIES.find((severity) => findings[severity] > 0) ?? "none",
	};
}

function failed(base: Base, ago: number, took: number, failure: ScanFailure): ScanSummary {
	return { ...finished(base, ago, took), status: "failed", failure };
}

function finished(base: Base, ago: number, took: number): ScanSummary & { finishedAt: string } {
	const end = SAMPLE_NOW - ago * DAY;
	return {
		...running(base, 0, 0, 100, ""),
		acceptedAt: at(end - took * MINUTE - 4_000),
		startedAt: at(end - took * MINUTE),
		estimatedAt: null,
		finishedAt: at(end),
	};
}

/** Newest first, as the API lists them. */
export const sampleScans: readonly ScanSummary[] = [
	pending({ serial: 16, kind: "sslyze", target: "mail.example.com:443" }, 1, 4),
	running({ serial: 15, kind: "nmap", target: "203.0.113.24" }, 6, 3, 72, "Asking services for their versions"),
	running({ serial: 14, kind: "zap", target: "https://shop.example.com" }, 18, 22, 41, "Following links"),
	completed({ serial: 13, kind: "wapiti", target: "https://portal.example.com" }, 0.2, 34),
	completed({ serial: 12, kind: "combined", target: "example.com" }, 1.1, 1),
	completed({ serial: 11, kind: "sslyze", target: "shop.example.com:443" }, 3.3, 2),
	failed({ serial: 10, kind: "nmap", target: "198.51.100.7" }, 5.4, 10, {
		code: "unreachable",
		message:
			"198.51.100.7 did not answer within 10 minutes. Nothing was scanned. Check the address, or try again later.",
	}),
	completed({ serial: 9, kind: "zap", target: "https://shop.example.com" }, 8.2, 47),
	completed({ serial: 8, kind: "nmap", target: "203.0.113.24" }, 12.5, 9),
	failed({ serial: 7, kind: "wapiti", target: "https://portal.example.com" }, 13.1, 12, {
		code: "cancelled",
		message: "Cancelled before it was done.",
	}),
	completed({ serial: 6, kind: "combined", target: "portal.example.com" }, 17.6, 1),
	completed({ serial: 5, kind: "wapiti", target: "https://portal.example.com" }, 24.3, 38),
	completed({ serial: 4, kind: "sslyze", target: "mail.example.com:443" }, 31.4, 2),
	completed({ serial: 3, kind: "zap", target: "https://shop.example.com" }, 45.2, 51),
	failed({ serial: 2, kind: "zap", target: "https://old.example.com" }, 52.9, 1, {
		code: "unresolvable",
		message: "The name old.example.com leads to no address. Nothing was scanned. Check the name.",
	}),
	completed({ serial: 1, kind: "combined", target: "example.com" }, 66.7, 1),
];
