import { useState } from "react";
import { ROLE_LABELS, ROLES, type Role } from "#contract/workspaces/roles.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { roleText } from "#src/lib/workspace/members/role-text.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { rolesToGive } from "./people-text.ts";

type Props = {
	/** Prefix of the fields' ids. */
	id: string;
	clients: readonly Client[];
	/** Whether the reader may make owners. */
	own: boolean;
	start: { role: Role; clientId: string | null; endsOn: string | null };
	errors: Record<string, string>;
	disabled: boolean;
};

/** Role, client and last day: the fields of a membership, both for an invitation and for a change. */
export function MembershipFields({ id, clients, own, start, errors, disabled }: Props) {
	const [role, setRole] = useState(start.role);
	const roles = rolesToGive(ROLES, own || start.role === "owner");
	return (
		<>
			<ChoiceField
				id={`${id}-role`}
				name="role"
				label="Role"
				options={roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
				value={role}
				onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? role)}
				hint={roleText(role)}
				error={errors.role}
				disabled={disabled}
			/>
			{role === "guest" && (
				<ChoiceField
					id={`${id}-client`}
					name="clientId"
					label="Client"
					none="Choose a client"
					required
					options={clients
						.filter(({ archivedAt }) => archivedAt === null)
						.map(({ id: value, name }) => ({ value, label: name }))}
					defaultValue={start.clientId ?? ""}
					hint="A guest sees only this client."
					error={errors.clientId}
					disabled={disabled}
				/>
			)}
			<FormField
				id={`${id}-ends`}
				name="endsOn"
				type="date"
				label="Last day (optional)"
				defaultValue={start.endsOn ?? ""}
				hint="Access ends by itself after this day, in UTC."
				error={errors.endsOn}
				readOnly={disabled}
			/>
		</>
	);
}
