import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import type { KeptLink } from "../kept/kept-link.ts";
import { countUnsent } from "../kept/wipe.ts";
import { endSession } from "../respond-api.ts";

type Props = { link: KeptLink; onForget(link: KeptLink): Promise<void> };

/** For a device that others use: removes everything about the link, and ends its session. */
export function DoneSection({ link, onForget }: Props) {
	/** Null: not asked. */
	const [unsent, setUnsent] = useState<number | null>(null);
	const [trouble, setTrouble] = useState(false);
	const ask = async () => setUnsent(await countUnsent({ outbox: browserOutbox() }, link).catch(() => 0));
	const leave = async () => {
		try {
			await onForget(link);
			// Offline, the session stays until the link's last day, and nothing here shows what it opens.
			await endSession(link.detail.respondentId).catch(() => undefined);
		} catch {
			setTrouble(true);
		}
	};
	return (
		<div className="mt-10 grid justify-items-start gap-3 border-line border-t pt-5">
			<p className="max-w-[54ch] text-15 text-quiet">
				The questions and your answers stay on this device until {link.detail.workspace}’s link ends. On a device that
				others use, remove them when you are done.
			</p>
			<Button variant="secondary" onClick={() => void ask()}>
				Done on this device
			</Button>
			{trouble && (
				<p role="alert" className="text-15">
					This device could not remove them. Please try again.
				</p>
			)}
			{unsent !== null && (
				<ConfirmDialog
					title={unsent === 0 ? "Remove everything from this device?" : "Not everything was sent"}
					subtitle={link.detail.title}
					labels={{ yes: unsent === 0 ? "Remove it" : "Remove it anyway", no: "Keep it" }}
					onYes={() => void leave()}
					onClose={() => setUnsent(null)}
				>
					{unsent === 0
						? "All that you sent has arrived. To come back, open the link in the email again."
						: `${counted(unsent, "answer")} ${unsent === 1 ? "has" : "have"} not arrived and would be lost. Send them first, or remove them for good.`}
				</ConfirmDialog>
			)}
		</div>
	);
}
