import { useState } from "react";
import type { PasskeyList } from "#contract/accounts/passkeys.ts";
import { makePasskey } from "#src/lib/passkeys/make-passkey.ts";
import { twoFactorsGiven } from "#src/lib/session/proof/two-factors-given.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import { freeName } from "./passkey-text.ts";

type Props = { list: PasskeyList; withSession: WithSession; onClose(): void };

export function AddPasskey({ list, withSession, onClose }: Props) {
	const change = useChange(withSession);
	const [name] = useState(() => freeName(list.nextName, list.passkeys));
	const onDone = () => {
		twoFactorsGiven();
		void notify({ title: "Passkey added", text: "You can sign in with it from now on." });
	};
	return (
		<AskDialog
			title="Add a passkey"
			labels={{ yes: "Continue", busy: "Waiting for your device", no: "Cancel", failed: "No passkey was added" }}
			change={change}
			run={({ name = "" }) => makePasskey(name)}
			onClose={onClose}
			onDone={onDone}
		>
			{(errors, submitting) => (
				<>
					<p className="text-15">Your browser asks next where to keep it. You can have several.</p>
					<FormField
						id="passkey-name"
						name="name"
						label="Name"
						hint="So that you can tell it from others."
						defaultValue={name}
						error={errors.name}
						readOnly={submitting}
						required
						maxLength={60}
						autoComplete="off"
					/>
				</>
			)}
		</AskDialog>
	);
}
