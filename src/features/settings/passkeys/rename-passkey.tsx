import type { Passkey } from "#contract/accounts/passkeys.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import { renamePasskey } from "./passkeys-query.ts";

type Props = { passkey: Passkey; withSession: WithSession; onClose(): void };

export function RenamePasskey({ passkey, withSession, onClose }: Props) {
	const change = useChange(withSession);
	return (
		<AskDialog
			title="Rename the passkey"
			subtitle={passkey.name}
			labels={{ yes: "Rename", busy: "Renaming", no: "Cancel", failed: "The passkey was not renamed" }}
			change={change}
			run={({ name = "" }) => renamePasskey(passkey.id, name)}
			onClose={onClose}
		>
			{(errors, submitting) => (
				<FormField
					id="passkey-new-name"
					name="name"
					label="Name"
					defaultValue={passkey.name}
					error={errors.name}
					readOnly={submitting}
					required
					maxLength={60}
					autoComplete="off"
				/>
			)}
		</AskDialog>
	);
}
