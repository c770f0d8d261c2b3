import { type SubmitEvent, useState } from "react";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import type { Outcome, Proof } from "#src/lib/lock/create-lock.ts";
import type { LockWay } from "#src/lib/lock/lock-state.ts";
import { pinTrouble } from "#src/lib/lock/pin.ts";
import { PinField } from "#src/lib/lock/pin-field.tsx";
import { refusalText } from "#src/lib/lock/refusal-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { KeptNote } from "./kept-note.tsx";

/** What the dialog sets: the first PIN, another PIN, or one more passkey. */
export type LockTask = "begin" | "pin" | "passkey";

const TITLES: Record<LockTask, { title: string; yes: string; busy: string }> = {
	begin: { title: "Set a PIN", yes: "Lock with this PIN", busy: "Locking" },
	pin: { title: "Set a new PIN", yes: "Save PIN", busy: "Saving" },
	passkey: { title: "Add a passkey", yes: "Add a passkey", busy: "Waiting for the passkey" },
};

type Errors = { current?: string; pin?: string; again?: string };

type Props = {
	task: LockTask;
	/** What opens the lock now; none before there is one. */
	ways: readonly LockWay[];
	/** Makes the change. */
	run(added: Proof, proof: Proof): Promise<Outcome>;
	onClose(): void;
	onDone(): void;
};

/** Sets a PIN or adds a passkey, after unlocking with one of the current methods. */
export function LockDialog({ task, ways, run, onClose, onDone }: Props) {
	const [errors, setErrors] = useState<Errors>({});
	const [failure, setFailure] = useState("");
	const [touched, setTouched] = useState(false);
	const [busy, setBusy] = useState(false);
	useBusyForm(touched);
	const { title, yes, busy: busyText } = TITLES[task];
	const asksPin = ways.includes("pin");
	const givesPin = task !== "passkey";

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { current = "", pin = "", again = "" } = formTexts(event.currentTarget);
		if (givesPin) {
			const trouble = pinTrouble(pin);
			if (trouble !== "") return setErrors({ pin: trouble });
			if (pin !== again) return setErrors({ again: "This is not the same as above." });
		}
		setBusy(true);
		const proof: Proof = asksPin ? { way: "pin", pin: current } : { way: "passkey" };
		const outcome = await run(givesPin ? { way: "pin", pin } : { way: "passkey" }, proof).catch(() => null);
		setBusy(false);
		if (outcome === "done") return onDone();
		if (outcome === "wrong" || outcome === "wait") setErrors({ current: refusalText(outcome, browserLock.state()) });
		else setFailure(outcome === null ? "This browser did not store it." : refusalText(outcome, browserLock.state()));
	};

	return (
		<Modal title={title} busy={busy} onClose={onClose}>
			<form
				method="dialog"
				aria-label={title}
				onInput={() => {
					setTouched(true);
					setErrors({});
					setFailure("");
				}}
				onSubmit={(event) => void onSubmit(event)}
				className="grid gap-5"
			>
				{asksPin && (
					<PinField
						id="lock-current"
						name="current"
						label="Current PIN"
						digits={false}
						error={errors.current}
						readOnly={busy}
						required
					/>
				)}
				{givesPin && (
					<>
						<PinField
							id="lock-pin"
							name="pin"
							label={asksPin ? "New PIN or passphrase" : "PIN or passphrase"}
							digits={false}
							error={errors.pin}
							hint="At least 6 digits. A passphrase of four words is much harder to guess."
							readOnly={busy}
							required
						/>
						<PinField
							id="lock-again"
							name="again"
							label="The same again"
							digits={false}
							error={errors.again}
							readOnly={busy}
							required
						/>
					</>
				)}
				{task === "begin" && (
					<p className="text-15">
						<KeptNote />
					</p>
				)}
				{failure !== "" && (
					<FailureBox title="Nothing was changed">
						<p>{failure}</p>
					</FailureBox>
				)}
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Cancel
					</Button>
					<Button variant="primary" type="submit" disabled={busy}>
						{busy ? busyText : yes}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
