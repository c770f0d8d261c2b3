import { parseTarget } from "#contract/scans/parse-target.ts";

/** The host of a target; the text itself if it cannot be read, which never happens to an accepted scan's target. */
export function hostOf(target: string): string {
	const parsed = parseTarget(target);
	return parsed.ok ? parsed.target.host : target;
}
