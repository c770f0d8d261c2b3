import { useQuery } from "@tanstack/react-query";
import type { FindingFilter } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

/** Unique names in alphabetical order, including the current choice even if it is no longer known. */
function listOf(names: readonly string[], chosen: string | undefined): string[] {
	const all = new Set([...names, chosen ?? ""]);
	all.delete("");
	return [...all].sort();
}

/** The account's own hosts and clients, to choose from; for a visitor, those of the samples. `hint`: why there are none. */
export function useOwnNames({ host, client }: Pick<FindingFilter, "host" | "client">) {
	const account = useAccount();
	const { scope } = useScope();
	const isKnown = account.status === "known" && !account.locked;
	const { data, isError, isPaused } = useQuery({ ...assetsQuery(scope), enabled: isKnown });
	const own = isKnown
		? (data?.assets ?? []).map(({ host, client }) => ({ host, client }))
		: account.status === "unknown"
			? sampleFindings.map(({ location, client }) => ({ host: location.host, client }))
			: [];
	return {
		hosts: listOf(
			own.map(({ host }) => host),
			host,
		),
		clients: knownClients([...own, { client }]),
		hint:
			isKnown && !data && (isError || isPaused) ? "Your hosts and clients will load when there is a connection." : "",
	};
}
