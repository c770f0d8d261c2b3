import { ENTRY_PATHS } from "#contract/entries.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import type { Entry } from "./entry.ts";
import { type Answer, post, type SendDeps } from "./post.ts";

/** Sends an entry once, under its own key and for its own account. Never rejects. */
export function send({ id, request, owner }: Entry, deps: SendDeps): Promise<Answer> {
	return post(ENTRY_PATHS[request.kind], { [IDEMPOTENCY_KEY]: id, [ACCOUNT]: owner }, request.body, deps);
}
