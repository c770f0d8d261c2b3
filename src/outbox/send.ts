import { ENTRY_PATHS } from "#contract/entries.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import type { Entry } from "./entry.ts";
import { type Answer, post, type SendDeps } from "./post.ts";
import { wireBody } from "./wire-body.ts";

/**
 * Sends an entry once, as a request of its own, under its own key and for its own account. Only for an entry that names no
 * workspace and no client (scope.ts). Never rejects.
 */
export function send(entry: Entry, deps: SendDeps): Promise<Answer> {
	const { id, request, owner } = entry;
	return post(ENTRY_PATHS[request.kind], { [IDEMPOTENCY_KEY]: id, [ACCOUNT]: owner }, wireBody(entry), deps);
}
