import { scanOfEntry } from "#contract/kinds/kinds.ts";
import type { EntryOwner, Requests } from "./entry.ts";
import type { OutboxRequest } from "./kinds.ts";

type Asked = { request: OutboxRequest; owner: EntryOwner } & Pick<Requests["scope"], "clientId"> & Requests["labels"];

/** A request's JSON body as it is sent: an account's scans carry their labels. A client named by id doesn't need a label. */
export const wireBody = ({ request, owner, clientId, client, note }: Asked): unknown =>
	owner === "anonymous" || scanOfEntry(request.kind) === undefined
		? request.body
		: { ...request.body, ...(client && clientId === undefined && { client }), ...(note && { note }) };
