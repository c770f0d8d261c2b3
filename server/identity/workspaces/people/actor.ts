import type { ClientId } from "#contract/ids.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { CLIENT_ARCHIVED, CLIENT_UNKNOWN } from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { MemberRow } from "./member-row.ts";
import { isOver } from "./member-rules.ts";
import type { PeopleStatements } from "./store/people-store.ts";

/** Who acts, read again once the workspace is locked: the role may have been taken away since the request arrived. */
export async function actorIn(
	tx: PeopleStatements,
	{ accountId }: Scope,
	today: string,
): Promise<MemberRow | undefined> {
	await tx.hold();
	const actor = await tx.member(accountId);
	return actor && !isOver(actor.endsOn, today) ? actor : undefined;
}

/** Why a guest cannot be added for a client. */
export async function refusedClient(tx: PeopleStatements, clientId: ClientId): Promise<Refusal | undefined> {
	const client = await tx.client(clientId);
	if (!client) return CLIENT_UNKNOWN;
	return client.archived ? CLIENT_ARCHIVED : undefined;
}
