import type { Passkey } from "#contract/accounts/passkeys.ts";
import { tellOfRemoved } from "#src/lib/passkeys/tell-browser.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import { datesText } from "./passkey-text.ts";
import { removePasskey } from "./passkeys-query.ts";

type Props = { rpId: string; passkey: Passkey; withSession: WithSession; onClose(): void };

export function RemovePasskey({ rpId, passkey, withSession, onClose }: Props) {
	const change = useChange(withSession);
	const onDone = () => {
		void tellOfRemoved(rpId, passkey.credentialId);
		void notify({ title: "Passkey removed", text: `${passkey.name} no longer signs in.` });
	};
	return (
		<AskDialog
			title={`Remove ${passkey.name}?`}
			subtitle={datesText(passkey)}
			labels={{ yes: "Remove", busy: "Removing", no: "Keep", failed: "The passkey was not removed" }}
			change={change}
			run={() => removePasskey(passkey.id)}
			onClose={onClose}
			onDone={onDone}
		>
			<p className="text-15">
				It no longer signs in. Devices that are signed in stay so. You can still sign in with your password; if you have
				none, set one by email. If a device goes on offering the passkey, delete it there.
			</p>
		</AskDialog>
	);
}
