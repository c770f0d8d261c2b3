import { useState } from "react";
import type { KnownAccount } from "#src/lib/account/account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import type { Outcome, Proof } from "#src/lib/lock/create-lock.ts";
import type { LockWay } from "#src/lib/lock/lock-state.ts";
import { refusalText } from "#src/lib/lock/refusal-text.ts";
import { readChoice, writeChoice } from "#src/lib/workspace/choice.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { KeptNote } from "./kept-note.tsx";
import { LockDialog } from "./lock-dialog.tsx";

type Props = { account: KnownAccount; onDone(message: string): void };

/** Makes a lock, with a PIN or a passkey as the first way to open it. */
export function LockMaking({ account: { accountId, email }, onDone }: Props) {
	const [asking, setAsking] = useState<LockWay | null>(null);
	const [waiting, setWaiting] = useState(false);

	async function begin(first: Proof): Promise<Outcome> {
		const outcome = await browserLock.begin(accountId, email, first);
		if (outcome !== "done") return outcome;
		// What was stored unencrypted about the shown client is deleted, and the screens' data is stored again.
		writeChoice(accountId, readChoice(accountId));
		void queryClient.invalidateQueries();
		onDone("This device is locked when no one has used it for 5 minutes.");
		return outcome;
	}
	const beginWithPasskey = async () => {
		setWaiting(true);
		const outcome = await begin({ way: "passkey" }).catch(() => null);
		setWaiting(false);
		if (outcome === null) onDone("This browser did not store it. There is no lock.");
		else if (outcome !== "done") onDone(refusalText(outcome, browserLock.state()));
	};

	return (
		<>
			<div className="flex flex-wrap gap-3">
				<Button variant="secondary" aria-haspopup="dialog" disabled={waiting} onClick={() => setAsking("pin")}>
					Set a PIN
				</Button>
				{browserLock.hasPasskeys && (
					<Button variant="secondary" aria-haspopup="dialog" disabled={waiting} onClick={() => setAsking("passkey")}>
						{waiting ? "Waiting for the passkey" : "Use a passkey"}
					</Button>
				)}
			</div>
			{asking === "pin" && (
				<LockDialog task="begin" ways={[]} run={begin} onClose={() => setAsking(null)} onDone={() => setAsking(null)} />
			)}
			{asking === "passkey" && (
				<ConfirmDialog
					title="Lock with a passkey?"
					subtitle="This device"
					labels={{ yes: "Lock with a passkey", no: "Cancel" }}
					onYes={() => void beginWithPasskey()}
					onClose={() => setAsking(null)}
				>
					<KeptNote />
				</ConfirmDialog>
			)}
		</>
	);
}
