import { type Csv, csvOf } from "#contract/csv.ts";
import type { AuditEntry } from "./audit.ts";

/** A CSV file of an audit log. */
export const AUDIT_CSV: Csv<AuditEntry> = csvOf({
	id: ({ id }) => id,
	at: ({ at }) => at,
	who: ({ who }) => who?.name ?? null,
	who_id: ({ who }) => who?.accountId ?? null,
	on_behalf_of: ({ onBehalfOf }) => onBehalfOf?.name ?? null,
	on_behalf_of_id: ({ onBehalfOf }) => onBehalfOf?.accountId ?? null,
	what: ({ what }) => what,
	subject: ({ subject }) => subject.type,
	subject_id: ({ subject }) => subject.id,
	client_id: ({ clientId }) => clientId,
	before: ({ before }) => before,
	after: ({ after }) => after,
	detail: ({ detail }) => JSON.stringify(detail),
});
