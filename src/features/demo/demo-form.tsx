import { useEffect, useRef, useState } from "react";
import type { DemoRequest } from "#contract/site/leads.ts";
import { site } from "#src/config/site.ts";
import { showThanks } from "#src/lib/forms/show-thanks.ts";
import { useLeadForm } from "#src/lib/forms/use-lead-form.ts";
import { deliverLead } from "#src/lib/outbox/deliver-lead.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

const NOT_DELIVERED = `We could not save your request on this device or send it. Please write to ${site.email} instead.`;

const zoneOf = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

async function load() {
	const { readDemo } = await import("./read-demo.ts");
	return (fields: FormData) => readDemo(fields, { now: Date.now(), timeZone: zoneOf() });
}

/** Asks for a demo. The request is saved on the device first and sent from there. */
export function DemoForm() {
	const [step, setStep] = useState<"asking" | "saving" | "saved">("asking");
	// The prerendered page does not know the reader's time zone.
	const [zone, setZone] = useState("");
	const thanks = useRef<HTMLHeadingElement>(null);
	useEffect(() => setZone(zoneOf()), []);
	useEffect(() => {
		if (step === "saved") showThanks(thanks.current);
	}, [step]);
	const { trouble, onSubmit } = useLeadForm({
		ready: step === "asking",
		load,
		async send(body: DemoRequest) {
			setStep("saving");
			try {
				await deliverLead({ kind: "demo", body });
				setStep("saved");
			} catch (error) {
				setStep("asking");
				throw error;
			}
		},
		notDelivered: NOT_DELIVERED,
	});

	if (step === "saved") {
		return (
			<div role="status" className="arrive grid gap-4 border-line-strong border-s ps-6">
				<h3 ref={thanks} tabIndex={-1} className="scroll-my-28 font-semibold font-serif text-26">
					Thanks. We’ll email you to agree on a time.
				</h3>
				<p className="max-w-[54ch] text-17">
					Within 24 hours you get an email with a time and a link to the call. If this device is offline, the request is
					saved on it and sent when you are back online.
				</p>
			</div>
		);
	}
	return (
		// `dialog`: if submitted before this page is hydrated, it sends nothing; `get` would put the address into the URL.
		<form method="dialog" onSubmit={onSubmit} aria-label="Demo request" className="grid max-w-md gap-5">
			<FormField id="demo-name" name="name" label="Name" required autoComplete="name" maxLength={200} />
			<FormField
				id="demo-email"
				name="email"
				type="email"
				label="Email"
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
				label="When works for you? (optional)"
				hint={zone ? `In your time zone: ${zone}.` : "In your time zone."}
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
				<Button type="submit" variant="primary" disabled={step === "saving"}>
					Ask for a demo
				</Button>
			</div>
		</form>
	);
}
