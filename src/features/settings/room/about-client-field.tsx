import type { Client } from "#contract/workspaces/workspaces.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";

type Props = {
	id: string;
	clients: readonly Client[];
	/** The saved client; null for all of them. */
	saved: string | null;
	error: string | undefined;
	disabled: boolean;
};

/** Chooses all clients or one, sent as `clientId`. Renders nothing if there is no choice. */
export function AboutClientField({ id, clients, saved, error, disabled }: Props) {
	const offered = clients.filter((client) => client.archivedAt === null || client.id === saved);
	if (offered.length < 2) return null;
	return (
		<ChoiceField
			id={id}
			name="clientId"
			label="Client"
			none="All clients"
			options={offered.map((client) => ({ value: client.id, label: client.name }))}
			error={error}
			defaultValue={saved ?? ""}
			disabled={disabled}
		/>
	);
}
