import { useEffect, useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import type { Looks } from "#src/lib/outbox/looks.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { SuggestionList } from "#src/ui/fields/suggestion-list.tsx";

/** The id of the list that a field for a client suggests from. */
export const KNOWN_CLIENTS = "known-clients";

/**
 * The clients that the screen's fields suggest: those of the current workspace. If they are not known, those of the outbox and,
 * signed in, those of the account's hosts.
 */
export function KnownClients({ entries, clients }: { entries: readonly Entry[]; clients: Looks["clients"] }) {
	const account = useAccount();
	const { scope } = useScope();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [ofHosts, setOfHosts] = useState<{ accountId: string; hosts: readonly Asset[] } | null>(null);
	useEffect(() => {
		if (accountId === null) return;
		let over = false;
		queryClient.fetchQuery(assetsQuery(scope)).then(
			({ assets }) => {
				if (!over) setOfHosts({ accountId, hosts: assets });
			},
			// Then only those of the outbox are suggested.
			() => undefined,
		);
		return () => {
			over = true;
		};
	}, [accountId, scope]);
	const hosts = ofHosts?.accountId === accountId ? ofHosts.hosts : [];
	const named = clients.length > 0 ? clients.map(({ name }) => ({ client: name })) : [...entries, ...hosts];
	return <SuggestionList id={KNOWN_CLIENTS} values={knownClients(named)} />;
}
