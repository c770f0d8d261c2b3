import { useEffect, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import type { Entry } from "#src/outbox/entry.ts";

/** The id of the list that a field for a client suggests from. */
export const KNOWN_CLIENTS = "known-clients";

/** Each client once, by name. */
export const clientsOf = (labels: readonly (string | undefined)[]): string[] =>
	[...new Set(labels.flatMap((label) => label?.trim() || []))].sort((a, b) => a.localeCompare(b, "en"));

/** The clients that the screen's fields suggest: those of the outbox and, signed in, those of the account's hosts. */
export function KnownClients({ entries }: { entries: readonly Entry[] }) {
	const account = useAccount();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [ofHosts, setOfHosts] = useState<{ accountId: string; clients: string[] } | null>(null);
	useEffect(() => {
		if (accountId === null) return;
		let over = false;
		queryClient.fetchQuery(assetsQuery).then(
			({ assets }) => {
				if (!over) setOfHosts({ accountId, clients: assets.map(({ client }) => client) });
			},
			// Then only those of the outbox are suggested.
			() => undefined,
		);
		return () => {
			over = true;
		};
	}, [accountId]);
	const hosts = ofHosts?.accountId === accountId ? ofHosts.clients : [];
	return (
		<datalist id={KNOWN_CLIENTS}>
			{clientsOf([...entries.map(({ client }) => client), ...hosts]).map((client) => (
				<option key={client} value={client} />
			))}
		</datalist>
	);
}
