import { scanOfEntry } from "#contract/kinds/kinds.ts";
import type { Entry } from "./entry.ts";

/** An entry's JSON body as it is sent: an account's scans carry whom they are for. */
export const wireBody = ({ request, owner, client, note }: Entry): unknown =>
	owner === "anonymous" || scanOfEntry(request.kind) === undefined
		? request.body
		: { ...request.body, ...(client && { client }), ...(note && { note }) };
