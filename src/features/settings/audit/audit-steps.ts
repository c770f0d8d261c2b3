import type { AuditEntry } from "#contract/workspaces/audit.ts";

/** Entries that were written together: a scan with its evidence and its links, or a decision about fifty requirements. */
export type AuditStep = {
	/** The first that was written. */
	first: AuditEntry;
	/** The others, in the order of the log. */
	others: readonly AuditEntry[];
};

/** Requests of several people can be written together too, and entries of other steps in between. */
const keyOf = ({ id, step, who, onBehalfOf, clientId }: AuditEntry): string =>
	step === null ? `${id}` : [step, who?.accountId, onBehalfOf?.accountId, clientId].join(" ");

/** The log, newest first, as steps. Each is where its newest entry is. */
export const stepsOf = (entries: readonly AuditEntry[]): AuditStep[] =>
	[...Map.groupBy(entries, keyOf).values()].flatMap((step) => {
		const first = step.at(-1);
		return first ? { first, others: step.slice(0, -1) } : [];
	});
