import { ENTRY_PATHS } from "#contract/entries.ts";
import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/headers.ts";
import type { Entry } from "./entry.ts";
import { type Answer, post, type SendDeps } from "./post.ts";
import { saidScope } from "./scope.ts";
import { wireBody } from "./wire-body.ts";

/** Sends an entry once, under its own key and for its own account, workspace and client. Never rejects. */
export function send(entry: Entry, deps: SendDeps): Promise<Answer> {
	const { id, request, owner } = entry;
	const { workspace, client } = saidScope(entry);
	const headers = {
		[IDEMPOTENCY_KEY]: id,
		[ACCOUNT]: owner,
		...(workspace && { [WORKSPACE]: workspace }),
		...(client && { [CLIENT]: client }),
	};
	return post(ENTRY_PATHS[request.kind], headers, wireBody(entry), deps);
}
