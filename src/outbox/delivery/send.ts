import type { Endpoint } from "../definition.ts";
import type { Entry } from "../entry.ts";
import { type HttpAnswer, post, type SendDeps } from "./post.ts";

/**
 * Sends an entry once, as a request of its own, under its own key and for its own account. Only for an entry that says nothing
 * about its scope. Never rejects.
 */
export function send(entry: Entry, { single, headers, body }: Endpoint, deps: SendDeps): Promise<HttpAnswer> {
	const { id, request, owner } = entry;
	return post(single(request.kind), { [headers.key]: id, [headers.account]: owner }, body(entry), deps);
}
