import type { ScanReport } from "#contract/findings/findings.ts";
import type { Scan, ScanEffect } from "./scan.ts";

/** The moment in which a scan has ended, with what follows from that (scan.ts). */
export type ScanEnded = { scan: Extract<Scan, { finishedAt: Date }>; effects: readonly ScanEffect[] };

/** What a scan that completed has to say. */
export const reportOf = ({ effects }: ScanEnded): ScanReport | undefined =>
	effects.find((effect) => effect.type === "save-report")?.report;
