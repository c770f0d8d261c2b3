import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";

const NEWS_MS = 7 * 24 * 60 * 60 * 1000;

/** Why a finding counts as worse in the week before `now`, in milliseconds. */
export function worseReason({ firstSeenAt, reopenedAt }: TrackedFinding, now: number): string {
	const isNews = (at: string) => now - Date.parse(at) <= NEWS_MS;
	if (reopenedAt !== null && isNews(reopenedAt)) return "Seen again after it was fixed";
	return isNews(firstSeenAt) ? "New" : "More severe than before";
}
