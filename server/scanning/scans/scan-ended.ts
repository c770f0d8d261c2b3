import type { ScanReport } from "#contract/findings/findings.ts";
import type { Scan, ScanEffect } from "./scan.ts";

/** Runs when a scan has ended, with what follows from that (scan.ts). */
export type ScanEnded = { scan: Extract<Scan, { finishedAt: Date }>; effects: readonly ScanEffect[] };

/** The results of a completed scan. */
export const reportOf = ({ effects }: ScanEnded): ScanReport | undefined =>
	effects.find((effect) => effect.type === "save-report")?.report;
