import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { useAllEntries } from "#src/lib/outbox/use-entries.ts";
import { sealHere } from "#src/lib/sealing/browser-seal-waiting.ts";
import { waitsInClear } from "#src/lib/sealing/seal-waiting.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { Button } from "#src/ui/button.tsx";

const doneText = ({ sealed, left }: { sealed: number; left: number }) => {
	const done = sealed === 0 ? "Nothing was sealed." : `${counted(sealed, "request")} sealed.`;
	if (left === 0) return done;
	return `${done} ${counted(left, "request")} left as before: being sent right now, or this device has no key for the workspace yet. Try again when you are online.`;
};

/** Offers to seal what waits in the outbox in clear: a lock does not cover it. */
export function SealOffer({ onDone }: { onDone(message: string): void }) {
	const [busy, setBusy] = useState(false);
	const waiting = useAllEntries()?.filter((entry) => !isSealed(entry) && waitsInClear(entry)).length ?? 0;
	if (waiting === 0) return null;
	const seal = async () => {
		setBusy(true);
		const message = await sealHere().then(doneText, (error: unknown) =>
			error instanceof StorageError
				? error.message
				: "Not sealed: this browser did not store it. Everything waits as before.",
		);
		setBusy(false);
		onDone(message);
	};
	return (
		<div className="grid gap-3 border-ink border-s-4 ps-4 text-15">
			<p>
				{counted(waiting, "request")} in the outbox {waiting === 1 ? "is" : "are"} not encrypted: the lock does not
				cover what waits to be sent. Sealed requests can still be sent while the device is locked, but not edited.
			</p>
			<div>
				<Button variant="secondary" disabled={busy} onClick={() => void seal()}>
					{busy ? "Sealing" : waiting === 1 ? "Seal it now" : "Seal them now"}
				</Button>
			</div>
		</div>
	);
}
