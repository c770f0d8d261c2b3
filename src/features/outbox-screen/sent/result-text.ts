import type { ScanSummary } from "#contract/scans/scans.ts";

/** The state or outcome of a scan, in a few words. */
export function resultText({ status, progress, findings, failure }: ScanSummary): string {
	switch (status) {
		case "pending":
			return "Not started yet";
		case "running":
			return `Running, ${progress}%`;
		case "failed":
			return failure?.code === "cancelled" ? "Cancelled" : "Failed";
		case "completed": {
			if (!findings) return "Finished";
			const worst = (["high", "medium", "low"] as const).filter((severity) => findings[severity] > 0).slice(0, 2);
			if (worst.length > 0)
				return `Finished: ${worst.map((severity) => `${findings[severity]} ${severity}`).join(", ")}`;
			return findings.none > 0 ? `Finished: ${findings.none} info` : "Finished: nothing found";
		}
	}
}
