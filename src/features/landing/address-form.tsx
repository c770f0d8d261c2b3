import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { LeadBodies } from "#contract/site/leads.ts";
import { site } from "#src/config/site.ts";
import { useEarlySubmit } from "#src/lib/forms/early-submit.ts";
import type { FormTiming } from "#src/lib/forms/timed-form.ts";
import { useTimedForm } from "#src/lib/forms/use-timed-form.ts";
import { deliverLead } from "#src/lib/outbox/deliver-lead.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

const NOT_DELIVERED = `We could not save your email address on this device or send it. Please write to ${site.email} instead.`;

type Props = {
	kind: "newsletter" | "waitlist";
	timing: FormTiming;
	/** Its name for screen readers. */
	name: string;
	button: string;
	/** On the button while it is busy. */
	busy: string;
	/** Shown in its place for a while when it is done. */
	children: ReactNode;
	onDone?(): void;
};

/** Asks for an email address and nothing else (specification, section 3). What it shows follows the clock; the address is delivered behind it. */
export function AddressForm({ kind, timing, name, button, busy, children, onDone }: Props) {
	const { step, dispatch } = useTimedForm(timing);
	const [trouble, setTrouble] = useState("");
	const place = useRef<HTMLDivElement>(null);
	const form = useRef<HTMLFormElement>(null);
	useEarlySubmit(form);
	const shown = useRef(step);
	useEffect(() => {
		const before = shown.current;
		shown.current = step;
		if (before === "busy" && step === "done") onDone?.();
		// The element that had the focus is gone with the previous step.
		if (before === step || document.activeElement !== document.body) return;
		place.current?.focus({ preventScroll: true });
		place.current?.scrollIntoView({ block: "nearest" });
	}, [step, onDone]);

	const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (step !== "idle") return;
		const body: LeadBodies[typeof kind] = { email: String(new FormData(event.currentTarget).get("email")).trim() };
		setTrouble("");
		dispatch({ type: "submitted", at: Date.now() });
		deliverLead({ kind, body }).catch(() => setTrouble(NOT_DELIVERED));
	};

	return (
		<div ref={place} tabIndex={-1} className="scroll-my-24">
			{/* Rendered while still empty: text that appears together with its live region is not always announced. */}
			<div role="status">{step === "done" && <div className="arrive min-h-18">{children}</div>}</div>
			{step !== "done" && (
				<form
					ref={form}
					method="dialog"
					aria-label={name}
					onSubmit={onSubmit}
					className="flex max-w-xl flex-col gap-3 md:flex-row md:items-end"
				>
					<TextField
						id={`${kind}-email`}
						type="email"
						name="email"
						label="Email"
						required
						readOnly={step === "busy"}
						autoComplete="email"
						enterKeyHint="send"
						maxLength={254}
					/>
					<Button type="submit" variant="primary" disabled={step === "busy"}>
						{step === "busy" ? busy : button}
					</Button>
				</form>
			)}
			<p role="alert" className="mt-2 font-medium text-15 text-high empty:hidden">
				{trouble}
			</p>
		</div>
	);
}
