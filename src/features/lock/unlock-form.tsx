import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { clockText } from "#contract/format/time.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import type { Proof } from "#src/lib/lock/create-lock.ts";
import type { LockState } from "#src/lib/lock/lock-state.ts";
import { PinField } from "#src/lib/lock/pin-field.tsx";
import { refusalText, waitText } from "#src/lib/lock/refusal-text.ts";
import { Button } from "#src/ui/button.tsx";

/** How often the time left is updated, in milliseconds. */
const TICK_MS = 1_000;

/** The time left until a PIN may be tried again, in milliseconds; null if it may. */
function useWait(until: number | null): number | null {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		if (until === null) return;
		const tick = () => {
			setNow(Date.now());
			browserLock.look();
		};
		tick();
		const timer = setInterval(tick, TICK_MS);
		return () => clearInterval(timer);
	}, [until]);
	return until === null ? null : Math.max(0, until - now);
}

type Props = { state: Extract<LockState, { status: "locked" }> };

/** Opens the lock with one of its methods. */
export function UnlockForm({ state }: Props) {
	const { ways, digits, waitUntil } = state;
	const [busy, setBusy] = useState<Proof["way"] | null>(null);
	const [error, setError] = useState("");
	const form = useRef<HTMLFormElement>(null);
	const left = useWait(waitUntil);
	const hasPin = ways.includes("pin");

	useEffect(() => {
		form.current?.querySelector<HTMLElement>("input, button")?.focus();
	}, []);

	const unlock = async (proof: Proof) => {
		if (busy) return;
		setBusy(proof.way);
		setError("");
		const outcome = await browserLock.open(proof);
		// This screen is gone once it is open.
		if (outcome === "done") return;
		setBusy(null);
		setError(refusalText(outcome, browserLock.state()));
		if (proof.way !== "pin" || !form.current) return;
		form.current.reset();
		form.current.querySelector<HTMLElement>("input")?.focus();
	};
	const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { pin = "" } = formTexts(event.currentTarget);
		if (pin !== "" && waitUntil === null) void unlock({ way: "pin", pin });
	};

	return (
		<form
			ref={form}
			method="dialog"
			aria-label="Unlock"
			onInput={() => setError("")}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			{hasPin && (
				<PinField
					id="unlock-pin"
					name="pin"
					label="PIN or passphrase"
					digits={digits}
					error={error}
					readOnly={busy !== null}
					required
					enterKeyHint="go"
				/>
			)}
			<p role="alert" className={hasPin ? "sr-only" : "font-medium text-15 text-high empty:hidden"}>
				{error}
			</p>
			{hasPin && left !== null && waitUntil !== null && (
				<p className="border-ink border-s-4 ps-4 text-15 tabular-nums">
					Too many wrong PINs. Try again in {waitText(left)}, at {clockText(waitUntil)}.
				</p>
			)}
			<div className="grid gap-3">
				{hasPin && (
					<Button type="submit" variant="primary" wide disabled={busy !== null || waitUntil !== null}>
						{busy === "pin" ? "Unlocking" : "Unlock"}
					</Button>
				)}
				{ways.includes("passkey") && browserLock.hasPasskeys && (
					<Button
						variant={hasPin ? "secondary" : "primary"}
						wide
						disabled={busy !== null}
						onClick={() => void unlock({ way: "passkey" })}
					>
						{busy === "passkey" ? "Waiting for the passkey" : "Unlock with a passkey"}
					</Button>
				)}
			</div>
		</form>
	);
}
