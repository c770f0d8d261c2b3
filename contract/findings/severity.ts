import * as z from "zod/mini";

/** How bad a finding is, worst first. A tool's own level is in `rawSeverity`: critical maps to high, informational to none. */
export const SEVERITIES = ["high", "medium", "low", "none"] as const;
export const severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof severity>;
