import * as z from "zod/mini";
import { type AuditFilter, auditFilter } from "#contract/workspaces/audit.ts";

/** The parts of the filter that the screen offers. */
const shown = z.pick(auditFilter, { who: true, subject: true, what: true, from: true, to: true });
const NAMES = ["who", "what", "subject", "from", "to"] as const;

/** The filter that an address says. What cannot be read is left out. */
export function readFilter(query: URLSearchParams): AuditFilter {
	const filter: Record<string, string> = {};
	for (const name of NAMES) {
		const value = query.get(name);
		if (value && shown.shape[name].safeParse(value).success) filter[name] = value;
	}
	return shown.parse(filter);
}

/** The same for the address and for the API. */
export const writeFilter = (filter: AuditFilter): URLSearchParams =>
	new URLSearchParams(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
