import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { site } from "#src/config/site.ts";
import { deliverLead } from "#src/lib/outbox/deliver-lead.ts";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

const NOT_DELIVERED = `Your request could neither be kept on this device nor sent. Please write to ${site.email} instead.`;

/** The contract's checks are an eighth of the page's script; they load long before anyone has filled in the form. */
const loadReader = () => import("./read-demo.ts");

const zoneOf = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Asks for a demo. The request is kept on the device first and travels by itself. */
export function DemoForm() {
	const [step, setStep] = useState<"asking" | "keeping" | "kept">("asking");
	const [trouble, setTrouble] = useState("");
	// The prerendered page does not know where it is read.
	const [zone, setZone] = useState("");
	const thanks = useRef<HTMLHeadingElement>(null);
	useEffect(() => setZone(zoneOf()), []);
	useEffect(() => afterLoad(() => void loadReader().catch(() => undefined)), []);
	useEffect(() => {
		if (step === "kept") thanks.current?.focus({ preventScroll: true });
	}, [step]);

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (step !== "asking") return;
		const fields = new FormData(event.currentTarget);
		setTrouble("");
		setStep("keeping");
		try {
			const { readDemo } = await loadReader();
			const read = readDemo(fields, { now: Date.now(), timeZone: zoneOf() });
			if ("trouble" in read) {
				setTrouble(read.trouble);
				setStep("asking");
				return;
			}
			await deliverLead({ kind: "demo", body: read.body });
			setStep("kept");
		} catch {
			setTrouble(NOT_DELIVERED);
			setStep("asking");
		}
	};

	if (step === "kept") {
		return (
			<div role="status" className="arrive grid gap-4 border-line-strong border-s ps-6">
				<h3 ref={thanks} tabIndex={-1} className="font-semibold font-serif text-26">
					Your wish is noted. No time is fixed yet.
				</h3>
				<p className="max-w-[54ch] text-17">
					Somebody reads it and answers within 24 hours with a time and a link to the call. If this device is offline,
					the request is kept on it and goes out by itself.
				</p>
			</div>
		);
	}
	return (
		<form onSubmit={onSubmit} aria-label="Demo request" className="grid max-w-md gap-5">
			<FormField id="demo-name" name="name" label="Name" required autoComplete="name" maxLength={200} />
			<FormField
				id="demo-email"
				name="email"
				type="email"
				label="E-mail"
				required
				autoComplete="email"
				maxLength={254}
			/>
			<FormField
				id="demo-company"
				name="company"
				label="Company"
				required
				autoComplete="organization"
				maxLength={200}
			/>
			<FormField
				id="demo-wish"
				name="wish"
				type="datetime-local"
				label="When would suit you? (optional)"
				hint={zone ? `In your own time: ${zone}.` : "In your own time."}
			/>
			<TextArea
				id="demo-note"
				name="note"
				label="What should we look at? (optional)"
				hint="A host you own, a framework, a question from a customer."
				rows={4}
				maxLength={2000}
			/>
			<p role="alert" className="font-medium text-15 text-high empty:hidden">
				{trouble}
			</p>
			<div>
				<Button type="submit" variant="primary" disabled={step === "keeping"}>
					Ask for a demo
				</Button>
			</div>
		</form>
	);
}
