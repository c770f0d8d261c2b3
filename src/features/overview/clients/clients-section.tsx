import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { clientOverviews } from "#contract/workspaces/client-overview.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { callApi } from "#src/lib/data/api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";
import { useAllEntries } from "#src/lib/outbox/use-entries.ts";
import { isEntryOf } from "#src/lib/workspace/entries.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/page/notice.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { OverviewSection } from "../overview-section.tsx";
import { ClientRow } from "./client-row.tsx";
import { worstFirst } from "./sort-clients.ts";

/** `GET clients/overview/`. Its key makes it reload together with the findings. */
const clientsOverviewQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...findingKeys.all, "clients", ...scopeKey(scope)],
		meta: { kept: clientOverviews },
		queryFn: ({ signal }) => callApi(API_PATHS.clientsOverview, { answer: clientOverviews, signal, scope }),
	});

/** How many requests of a client wait on this device. A request without a client belongs to the workspace itself. */
function waitingFor(client: Client, scope: WorkScope, entries: readonly Entry[]): number {
	const isOf = (entry: Entry) =>
		isEntryOf(entry, { ...scope, client: client.id }) ||
		(client.own && entry.clientId === undefined && isEntryOf(entry, { ...scope, client: null }));
	return entries.filter((entry) => (isWaiting(entry) || entry.status === "rejected") && isOf(entry)).length;
}

function Clients() {
	const { scope } = useScope();
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...clientsOverviewQuery(scope), enabled });
	const view = accountView(account, reading, useOnline());
	const entries = useAllEntries() ?? [];
	const [now] = useState(() => Date.now());
	switch (view.status) {
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					<ul aria-label="Clients, worst first" className="border-line border-b">
						{worstFirst(view.data.clients).map((about) => (
							<li key={about.client.id}>
								<ClientRow about={about} waiting={waitingFor(about.client, scope, entries)} now={now} />
							</li>
						))}
					</ul>
				</>
			);
		case "nothing-kept":
			return (
				<Notice>
					<p>How your clients are doing is not saved on this device. It will load when there is a connection.</p>
				</Notice>
			);
		case "failed":
			return (
				<Notice>
					<p role="alert">How your clients are doing could not be loaded. {view.why}</p>
					<Button variant="secondary" onClick={() => void reading.refetch()}>
						Try again
					</Button>
				</Notice>
			);
		case "loading":
			return <p className="text-15 text-quiet">Loading your clients.</p>;
		case "locked":
		case "signed-out":
		case "unknown":
			return null;
	}
}

/** All clients of the workspace, worst first. Below it, the overview of all of them together. */
export function ClientsSection() {
	return (
		<div className="mb-10">
			<OverviewSection id="clients" heading="Clients" sample={false} leads>
				<Clients />
			</OverviewSection>
		</div>
	);
}
