import { type KeyboardEvent, type ReactNode, useState } from "react";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import type { Client, Membership } from "#contract/workspaces/workspaces.ts";
import { AddClientDialog } from "#src/lib/workspace/clients/add-client-dialog.tsx";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";
import { named } from "#src/lib/workspace/scope.ts";
import { activeClients, archivedClients, type Shown } from "#src/lib/workspace/shown.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { useChoose } from "./use-choose.ts";

/** With fewer clients, there is no search field. */
const SEARCHED_FROM = 9;

type RowProps = { current: boolean; edge: string; onChoose(): void; children: ReactNode };

const Row = ({ current, edge, onChoose, children }: RowProps) => (
	<li>
		<button
			type="button"
			data-switch=""
			aria-current={current || undefined}
			onClick={onChoose}
			className={`${edge || "border-s-4 border-transparent"} flex min-h-11 w-full cursor-pointer items-center gap-3 ps-3 pe-1 text-start text-15 text-ink hover:text-accent aria-[current]:font-semibold`}
		>
			{children}
			{current && <span className="ms-auto flex-none font-normal text-13 text-quiet">shown</span>}
		</button>
	</li>
);

/** The arrow keys move between rows, as in any list of choices. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined) return;
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-switch]")];
	const at = rows.indexOf(document.activeElement as HTMLElement);
	const next = rows[at === -1 ? (step > 0 ? 0 : rows.length - 1) : at + step];
	if (!next) return;
	event.preventDefault();
	next.focus();
}

const matches = (client: Client, text: string): boolean =>
	`${client.name} ${client.code}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());

type Props = { shown: Shown | null; memberships: readonly Membership[]; onClose(): void };

/** All workspaces of the account, and the clients of the one that is shown. */
export function SwitcherDialog({ shown, memberships, onClose }: Props) {
	const choose = useChoose();
	const [text, setText] = useState("");
	const [adding, setAdding] = useState(false);
	const workspace = shown?.workspace ?? null;
	const chosen = shown?.scope.workspace ?? null;
	const all = workspace?.clients ?? [];
	const go = (choice: Parameters<typeof choose>[0]) => {
		onClose();
		choose(choice);
	};
	const client = (one: Client) => (
		<Row
			key={one.id}
			current={shown?.client?.id === one.id}
			edge={clientEdge(one.color)}
			onChoose={() => go({ workspace: chosen, code: one.code })}
		>
			<bdi className="wrap-anywhere min-w-0">{one.name}</bdi>
			{one.own && <span className="flex-none text-13 text-quiet">own work</span>}
		</Row>
	);
	const active = activeClients(workspace).filter((one) => matches(one, text));
	const archived = archivedClients(workspace).filter((one) => matches(one, text));
	if (adding) {
		return <AddClientDialog onClose={() => setAdding(false)} onAdded={({ code }) => go({ workspace: chosen, code })} />;
	}
	return (
		<Modal title="Show" onClose={onClose}>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: its keys move among what it has as controls. */}
			<div onKeyDown={onArrow}>
				{memberships.length > 1 && (
					<section aria-labelledby="switch-workspaces" className="mb-4">
						<h3 id="switch-workspaces" className="text-13 text-quiet">
							Workspaces
						</h3>
						<ul>
							{memberships.map(({ id, name, color, role }) => (
								<Row
									key={id}
									current={chosen === named(id)}
									edge={clientEdge(color)}
									onChoose={() => go({ workspace: id, code: null })}
								>
									<bdi className="wrap-anywhere min-w-0">{name}</bdi>
									<span className="flex-none text-13 text-quiet">{ROLE_LABELS[role]}</span>
								</Row>
							))}
						</ul>
					</section>
				)}
				<section aria-labelledby="switch-clients">
					<h3 id="switch-clients" className="text-13 text-quiet">
						Clients
					</h3>
					{all.length >= SEARCHED_FROM && (
						<div className="my-2">
							<TextField
								id="switch-search"
								type="search"
								label="Search clients"
								autoComplete="off"
								value={text}
								onChange={({ target }) => setText(target.value)}
							/>
						</div>
					)}
					<ul>
						{text.trim() === "" && workspace?.role !== "guest" && (
							<Row
								current={shown !== null && shown.client === null}
								edge=""
								onChoose={() => go({ workspace: chosen, code: null })}
							>
								All clients
							</Row>
						)}
						{active.map(client)}
					</ul>
					{archived.length > 0 && (
						<>
							<h3 className="mt-4 text-13 text-quiet">Archived</h3>
							<ul aria-label="Archived clients">{archived.map(client)}</ul>
						</>
					)}
					<p role="status" className="py-2 text-15 text-quiet empty:hidden">
						{text.trim() !== "" && active.length + archived.length === 0 && "No client has this name."}
					</p>
					{shown?.can("manage") && (
						<div className="mt-2 border-line border-t pt-1">
							<TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
								Add a client
							</TextButton>
						</div>
					)}
				</section>
			</div>
		</Modal>
	);
}
