import { scanOfEntry } from "#contract/kinds/kinds.ts";
import type { Entry } from "./entry.ts";

/** An entry's JSON body as it is sent: an account's scans carry their labels. A client that is named by its id needs no label. */
export const wireBody = ({ request, owner, clientId, client, note }: Entry): unknown =>
	owner === "anonymous" || scanOfEntry(request.kind) === undefined
		? request.body
		: { ...request.body, ...(client && clientId === undefined && { client }), ...(note && { note }) };
