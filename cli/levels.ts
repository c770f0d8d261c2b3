import type { Finding } from "#contract/findings/findings.ts";

/** What `--fail-on` accepts, worst first. Tools with a level above high say so in `rawSeverity`. */
export const LEVELS = ["critical", "high", "medium", "low"] as const;
export type Level = (typeof LEVELS)[number];

type Rated = Pick<Finding, "severity" | "rawSeverity">;

const rankOf = ({ severity, rawSeverity }: Rated): number => {
	if (severity === "none") return LEVELS.length;
	const isCritical = severity === "high" && /^critical\b/i.test(rawSeverity ?? "");
	return LEVELS.indexOf(isCritical ? "critical" : severity);
};

export const isAtLeast = (finding: Rated, level: Level): boolean => rankOf(finding) <= LEVELS.indexOf(level);
