import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import type { Destination } from "#server/platform/tenancy/taking-in.ts";
import { checkScope } from "../check-scope.ts";

const FACT = {
	account_id: "uuid",
	asset: "text",
	scope: "text",
	what: "text",
	host: "text",
	port: "integer",
	detail: "text",
	ends_at: "timestamptz",
	seen_at: "timestamptz",
};

/** Stores the dates of hosts, such as a certificate's expiry. */
export async function takeInFacts(
	{ client, workspaceId }: Pick<Destination, "client" | "workspaceId">,
	hosts: readonly ClientFileRow<"hosts">[],
): Promise<void> {
	const facts = hosts.flatMap(({ host: asset, facts: own }) =>
		own.map(({ endsAt, seenAt, ...fact }) => {
			checkScope(fact.scope, asset);
			return { account_id: workspaceId, asset, ...fact, ends_at: endsAt, seen_at: seenAt };
		}),
	);
	await insertAll(client, "asset_facts", FACT, facts);
}
