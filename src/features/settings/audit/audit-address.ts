import { auditFilter } from "#contract/workspaces/audit.ts";
import { listAddress, parsed } from "#src/ui/hooks/list-address.ts";

const { who, what, subject, from, to } = auditFilter.shape;

/** The parts of the filter that the screen offers, for the address and the API. */
export const { readAddress: readFilter, writeAddress: writeFilter } = listAddress({
	who: parsed(who, undefined),
	what: parsed(what, undefined),
	subject: parsed(subject, undefined),
	from: parsed(from, undefined),
	to: parsed(to, undefined),
});
