import { useEffect, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { type AccountId, ownWorkspace } from "#contract/ids.ts";
import { captureFor } from "#src/lib/capture/browser-captures.ts";
import { ChooseFiles } from "#src/lib/capture/choose-files.tsx";
import type { Store } from "#src/lib/capture/create-capture.ts";
import { evidenceEntry } from "#src/lib/capture/evidence-entry.ts";
import { giveFiles } from "#src/lib/capture/give-files.ts";
import { sendSaved } from "#src/lib/outbox/send-saved.ts";
import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { sealedOutbox } from "#src/lib/sealing/sealed-outbox.ts";
import { readChoice } from "#src/lib/workspace/choice.ts";
import { Button } from "#src/ui/button.tsx";

/** The reviewer has to know that no one proved who they are. */
const NOTE = "Taken while the device was locked.";

/**
 * Takes photos without unlocking. They are sealed to the workspace that was used last, so nothing on this device can show them. Without
 * that workspace's key there is no button.
 */
export function LockedPhoto({ accountId }: { accountId: AccountId }) {
	const { workspace } = readChoice(accountId);
	const of = workspace ?? ownWorkspace(accountId);
	const [canSeal, setCanSeal] = useState(false);
	const [busy, setBusy] = useState(false);
	const [saved, setSaved] = useState(0);
	const [trouble, setTrouble] = useState("");
	useEffect(() => {
		sealKeys.of(of).then(
			({ sealing }) => setCanSeal(sealing !== undefined),
			() => undefined,
		);
	}, [of]);
	if (!canSeal) return null;
	const capture = captureFor({ workspace, client: null }, "locked");
	const store: Store = async (request, files) => {
		const entry = await sealedOutbox().enqueue({ ...evidenceEntry(request, files), owner: accountId, workspace: of });
		sendSaved([entry]);
		return entry.id;
	};

	async function keep(): Promise<void> {
		setBusy(true);
		const { length } = capture.draft().parts;
		capture.dispatch({ type: "edited", texts: { note: NOTE } });
		// A fault that is not about storage is in the draft as well.
		if (length > 0) await capture.save(store, { keepsText: false }).catch(() => undefined);
		const draft = capture.draft();
		if (draft.step === "saved") {
			setSaved((before) => before + length);
			setTrouble("");
			capture.clear();
		} else {
			const why = draft.step === "editing" && draft.trouble && "message" in draft.trouble ? draft.trouble.message : "";
			setTrouble(why || draft.refused.join(" ") || "This device could not save it.");
			if (draft.parts.length === 0) capture.clear();
		}
		setBusy(false);
	}
	const take = async (files: readonly File[]) => {
		await giveFiles(capture, files, "Photo");
		await keep();
	};

	return (
		<section aria-label="Without unlocking" className="grid gap-2 border-line border-t pt-5">
			<ChooseFiles
				input={{ accept: "image/*", capture: "environment" }}
				onFiles={take}
				className={`inline-flex min-h-12 cursor-pointer items-center justify-center rounded-control border border-line-strong bg-raised px-4 font-semibold text-17 hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${busy ? "pointer-events-none text-quiet" : ""}`}
			>
				{busy ? "Saving" : "Take a photo without unlocking"}
			</ChooseFiles>
			<p className="text-13 text-quiet">
				It is encrypted at once, and only the server can open it. You find it under Evidence when it has arrived.
			</p>
			<p role="status" className="text-15 empty:hidden">
				{saved > 0 && `${counted(saved, "photo")} saved on this device, encrypted.`}
			</p>
			{trouble !== "" && (
				<div role="alert" className="grid gap-2 text-15">
					<p className="wrap-anywhere">Not saved: {trouble}</p>
					{capture.draft().parts.length > 0 && (
						<div>
							<Button variant="secondary" disabled={busy} onClick={() => void keep()}>
								Try again
							</Button>
						</div>
					)}
				</div>
			)}
		</section>
	);
}
