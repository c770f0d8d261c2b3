import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { activeClients } from "../shown.ts";
import { useScope } from "../use-scope.ts";
import { AddClientDialog } from "./add-client-dialog.tsx";
import { clientEdge } from "./client-edge.ts";

type Props = {
	id: string;
	/** The client it is for now. */
	client: Client | null;
	disabled: boolean;
	onChange(id: string): void;
};

const Whose = ({ client, children }: { client: Client; children: ReactNode }) => (
	<div className={`${clientEdge(client.color)} ps-3`}>{children}</div>
);

/** The client a request is for: a choice when the screen shows all clients, plain text when it shows one. */
export function ClientField({ id, client, disabled, onChange }: Props) {
	const shown = useScope();
	const [adding, setAdding] = useState(false);
	const add = shown.can("manage") && shown.workspace !== null && shown.client === null && (
		<>
			<TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
				Add a client
			</TextButton>
			{adding &&
				// It must not be nested in the form around this field.
				createPortal(
					<AddClientDialog
						onClose={() => setAdding(false)}
						onAdded={(made) => {
							setAdding(false);
							onChange(made.id);
						}}
					/>,
					document.body,
				)}
		</>
	);
	if (client === null) return add && <div className="-my-2">{add}</div>;
	if (shown.client) {
		return (
			<Whose client={client}>
				<p className="text-13 text-quiet">For</p>
				<p className="wrap-anywhere font-medium text-15">
					<bdi>{client.name}</bdi>
				</p>
			</Whose>
		);
	}
	return (
		<Whose client={client}>
			<ChoiceField
				id={`${id}-client`}
				label="For"
				options={activeClients(shown.workspace).map(({ id, name, own }) => ({
					value: id,
					label: own ? `${name} (own work)` : name,
				}))}
				value={client.id}
				disabled={disabled}
				onChange={({ target }) => onChange(target.value)}
			/>
			{add}
		</Whose>
	);
}
