import type { SeverityCounts } from "#contract/scans.ts";
import { int } from "./rows.ts";

/** Numbers of findings by severity, as columns of a result. */
export const COUNTS = { high: int, medium: int, low: int, none: int };

export const NO_FINDINGS: SeverityCounts = { high: 0, medium: 0, low: 0, none: 0 };
