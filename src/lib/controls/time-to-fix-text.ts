import { counted } from "#contract/format/count.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";

/** “high 15 days, medium 30 days, low 90 days” */
export const timeToFixText = ({ high, medium, low }: TimeToFix): string =>
	`high ${counted(high, "day")}, medium ${counted(medium, "day")}, low ${counted(low, "day")}`;
