import type { Endpoint } from "../definition.ts";
import type { Entry } from "../entry.ts";
import { type HttpAnswer, post, type SendDeps } from "./post.ts";

/**
 * Sends an entry once, in its own request, under its own key and for its own account. Only for entries that don't name a scope. Never
 * rejects.
 */
export function send(entry: Entry, { single, headers, body }: Endpoint, deps: SendDeps): Promise<HttpAnswer> {
	const { id, request, owner } = entry;
	return post(single(request.kind), { [headers.key]: id, [headers.account]: owner }, body(entry), deps);
}
