import { useState } from "react";
import { countryText } from "#contract/workspaces/country-text.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { ColorMark } from "#src/lib/workspace/clients/color-mark.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { activeClients, archivedClients } from "#src/lib/workspace/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { type Here, useOnceAllowed, WorkspacePart } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { ClientDialog } from "./client-dialog.tsx";
import { type Asked, ClientQuestions } from "./client-questions.tsx";
import { TakeInSection } from "./take-in-section.tsx";

/** The small line below a client's name. */
const clientText = ({ country, sector, contact }: Pick<Client, "country" | "sector" | "contact">): string =>
	[countryText(country), sector, contact].filter((text) => text !== "").join(" · ");

type RowProps = { client: Client; onAsk(asked: Asked): void; may: Here["may"] | null };

function Row({ client, onAsk, may }: RowProps) {
	const { name, code, color, own, archivedAt } = client;
	const item = (label: string, type: Asked["type"]) => ({ label, onChoose: () => onAsk({ type, client }) });
	return (
		<li className="flex items-start justify-between gap-4 border-line border-b py-3">
			<div className="min-w-0 text-15">
				<p className="flex items-baseline gap-2">
					<ColorMark color={color} />
					<span className="wrap-anywhere font-semibold">{name}</span>
				</p>
				<p className="wrap-anywhere text-13 text-quiet">
					<span className="font-mono">{code}</span>
					{own && " · the workspace itself"}
				</p>
				<p className="wrap-anywhere text-13 text-quiet empty:hidden">{clientText(client)}</p>
			</div>
			{may && (
				<RowMenu
					about={name}
					items={[
						item("Edit", "edit"),
						...(own ? [] : [archivedAt === null ? item("Archive", "archive") : item("Restore", "restore")]),
						item("Hand over", "hand-over"),
						...(!own && may("own") ? [item("Delete", "delete")] : []),
					]}
				/>
			)}
		</li>
	);
}

function Clients(here: Here) {
	const { workspace, may } = here;
	const [asked, setAsked] = useState<Asked | null>(null);
	const [adding, setAdding] = useState(false);
	const canManage = useOnceAllowed(may("manage"));
	const archived = archivedClients(workspace);
	const list = (label: string, clients: readonly Client[]) => (
		<ul aria-label={label} className="border-line border-t">
			{clients.map((client) => (
				<Row key={client.id} client={client} onAsk={setAsked} may={canManage ? may : null} />
			))}
		</ul>
	);
	return (
		<>
			<Section id="clients" heading="Active">
				{!may("manage") && <p className="text-15 text-quiet">{whoCan("manage")} can add and change clients.</p>}
				{list("Clients", activeClients(workspace))}
				{canManage && (
					<div>
						<Button variant="primary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
							Add a client
						</Button>
					</div>
				)}
			</Section>
			{archived.length > 0 && (
				<Section id="archived" heading="Archived">
					<p className="text-15 text-quiet">Nothing new is created for these. Everything can still be read.</p>
					{list("Archived clients", archived)}
				</Section>
			)}
			{canManage && <TakeInSection {...here} />}
			{adding && <ClientDialog {...here} client={null} onClose={() => setAdding(false)} />}
			{asked && <ClientQuestions {...here} asked={asked} onClose={() => setAsked(null)} />}
		</>
	);
}

/** The workspace's clients. */
export default function ClientsRoom() {
	return <WorkspacePart>{(here) => <Clients {...here} />}</WorkspacePart>;
}
