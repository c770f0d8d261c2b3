import { GRADES } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ClientOverview } from "#contract/workspaces/client-overview.ts";

export const overdueOf = ({ overdue }: ClientOverview): number => overdue.acceptedRisks + overdue.schedules;

/** Larger is worse. */
const newOf = ({ worstNew }: ClientOverview) =>
	worstNew ? SEVERITIES.length - SEVERITIES.indexOf(worstNew.severity) : 0;
const gradeOf = ({ grade }: ClientOverview) => (grade.letter === null ? -1 : GRADES.indexOf(grade.letter));

/**
 * Who needs attention first: by grade, worst new finding, overdue items, expiring items, then name. A client that has no
 * grade comes after those with one, and archived ones come last.
 */
export const worstFirst = (clients: readonly ClientOverview[]): ClientOverview[] =>
	clients.toSorted(
		(a, b) =>
			Number(a.client.archivedAt !== null) - Number(b.client.archivedAt !== null) ||
			gradeOf(b) - gradeOf(a) ||
			newOf(b) - newOf(a) ||
			overdueOf(b) - overdueOf(a) ||
			b.expiring.count - a.expiring.count ||
			a.client.name.localeCompare(b.client.name, "en"),
	);
