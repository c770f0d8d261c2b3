import { useState } from "react";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import { LOCK_MINUTES } from "#src/lib/lock/lock-record.ts";
import type { LockState, LockWay } from "#src/lib/lock/lock-state.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FactList } from "../fact-list.tsx";
import { KeptNote } from "./kept-note.tsx";
import { LockDialog, type LockTask } from "./lock-dialog.tsx";

const WAYS: Record<LockWay, string> = { pin: "PIN or passphrase", passkey: "Passkey" };

const minutesText = (minutes: number) =>
	minutes === 1 ? "1 minute" : minutes === 60 ? "1 hour" : `${minutes} minutes`;

type Props = { state: Extract<LockState, { status: "open" }>; email: string; onDone(message: string): void };

/** What opens the lock, when it locks, and how to end it. */
export function LockWays({ state: { ways, minutes }, email, onDone }: Props) {
	const [task, setTask] = useState<LockTask | null>(null);
	const [ending, setEnding] = useState(false);
	const not = () => onDone("This browser did not store it. Nothing was changed.");
	const remove = (way: LockWay) =>
		browserLock
			.removeWay(way)
			.then(() => onDone(way === "pin" ? "The PIN was removed." : "Passkeys were removed."), not);
	const end = () =>
		browserLock.remove().then(() => onDone("The lock is off. Pages kept for reading are not encrypted now."), not);
	return (
		<>
			<FactList facts={[["Opens with", ways.map((way) => WAYS[way]).join(", ")]]} />
			<ChoiceField
				id="lock-minutes"
				label="Lock when not used for"
				options={LOCK_MINUTES.map((value) => ({ value: String(value), label: minutesText(value) }))}
				value={String(minutes)}
				onChange={({ target }) => {
					const chosen = LOCK_MINUTES.find((one) => String(one) === target.value);
					if (chosen) browserLock.setMinutes(chosen).then(() => onDone("Saved."), not);
				}}
			/>
			<div className="flex flex-wrap gap-3">
				<Button variant="secondary" onClick={browserLock.lock}>
					Lock now
				</Button>
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setTask("pin")}>
					{ways.includes("pin") ? "Change the PIN" : "Set a PIN"}
				</Button>
				{browserLock.hasPasskeys && (
					<Button variant="secondary" aria-haspopup="dialog" onClick={() => setTask("passkey")}>
						Add a passkey
					</Button>
				)}
			</div>
			{ways.length > 1 && (
				<div className="flex flex-wrap gap-x-5">
					<Button variant="plain" onClick={() => void remove("pin")}>
						Remove the PIN
					</Button>
					<Button variant="plain" onClick={() => void remove("passkey")}>
						Remove passkeys
					</Button>
				</div>
			)}
			{ending ? (
				<>
					<p className="text-15">
						<KeptNote /> Previews of encrypted requests are lost.
					</p>
					<div className="flex flex-wrap gap-3">
						<Button variant="primary" onClick={() => void end()}>
							Yes, turn it off
						</Button>
						<Button variant="plain" onClick={() => setEnding(false)}>
							Keep the lock
						</Button>
					</div>
				</>
			) : (
				<div>
					<Button variant="plain" onClick={() => setEnding(true)}>
						Turn off the lock
					</Button>
				</div>
			)}
			{task && (
				<LockDialog
					task={task}
					ways={ways}
					run={(added, proof) => browserLock.addWay(proof, added, email)}
					onClose={() => setTask(null)}
					onDone={() => {
						setTask(null);
						onDone(task === "passkey" ? "The passkey was added." : "The PIN was saved.");
					}}
				/>
			)}
		</>
	);
}
