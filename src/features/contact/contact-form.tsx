import { type RefObject, useEffect, useRef } from "react";
import type { ContactRequest } from "#contract/site/leads.ts";
import { site } from "#src/config/site.ts";
import { inquiryChoices, roleChoices, sizeChoices, timelineChoices } from "#src/content/contact.ts";
import { showThanks } from "#src/lib/forms/show-thanks.ts";
import { useLeadForm } from "#src/lib/forms/use-lead-form.ts";
import { useTimedForm } from "#src/lib/forms/use-timed-form.ts";
import { deliverLead } from "#src/lib/outbox/deliver-lead.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

const NOT_DELIVERED = `We could not save your message on this device or send it. Please write to ${site.email} instead.`;

/** Specification, sections 4 and 9. Here and not in config/timings.ts, which the landing page loads. */
export const CONTACT_TIMING = { busy: 2000, done: 5000 };

const load = async () => (await import("./read-contact.ts")).readContact;

type Props = {
	/** The channel cards preselect the subject here. */
	inquiry: RefObject<HTMLSelectElement | null>;
};

/** The message form. What it shows follows the clock; the message is delivered behind it (specification, section 4). */
export function ContactForm({ inquiry }: Props) {
	const { step, dispatch } = useTimedForm(CONTACT_TIMING);
	const thanks = useRef<HTMLHeadingElement>(null);
	const form = useRef<HTMLFormElement>(null);
	const { trouble, onSubmit } = useLeadForm({
		ready: step === "idle",
		load,
		send(body: ContactRequest, at) {
			dispatch({ type: "submitted", at });
			return deliverLead({ kind: "contact", body });
		},
		notDelivered: NOT_DELIVERED,
	});

	const shown = useRef(step);
	useEffect(() => {
		const before = shown.current;
		shown.current = step;
		if (before === "busy" && step === "done") showThanks(thanks.current);
		if (before === "done" && document.activeElement === document.body) form.current?.focus({ preventScroll: true });
	}, [step]);

	if (step === "done") {
		return (
			<div role="status" className="arrive grid justify-items-start gap-4 border-line-strong border-s ps-6">
				<h3 ref={thanks} tabIndex={-1} className="scroll-my-28 font-semibold font-serif text-26">
					Thank you. Your message is on its way.
				</h3>
				<p className="max-w-[54ch] text-17">
					We reply within 24 hours and email you when it has arrived. If this device is offline, the message is saved on
					it and sent when you are back online.
				</p>
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<Button variant="secondary" onClick={() => dispatch({ type: "again" })}>
					Send Another Message
				</Button>
			</div>
		);
	}
	return (
		<form
			ref={form}
			id="message"
			// `dialog`: if submitted before this page is hydrated, it sends nothing; `get` would put the message into the URL.
			method="dialog"
			tabIndex={-1}
			aria-label="Write to us"
			onSubmit={onSubmit}
			className="grid max-w-2xl gap-5 md:grid-cols-2 md:gap-x-6"
		>
			<TextField
				id="contact-first"
				name="firstName"
				label="First name"
				required
				autoComplete="given-name"
				maxLength={200}
			/>
			<TextField
				id="contact-last"
				name="lastName"
				label="Last name"
				required
				autoComplete="family-name"
				maxLength={200}
			/>
			<TextField
				id="contact-email"
				name="email"
				type="email"
				label="Email"
				required
				autoComplete="email"
				maxLength={254}
			/>
			<TextField
				id="contact-company"
				name="company"
				label="Company"
				required
				autoComplete="organization"
				maxLength={200}
			/>
			<div className="md:col-span-2">
				<ChoiceField
					ref={inquiry}
					id="contact-inquiry"
					name="inquiryType"
					label="What is it about?"
					none="Please choose"
					options={inquiryChoices}
					required
				/>
			</div>
			<div className="md:col-span-2">
				<TextArea id="contact-message" name="message" label="Message" rows={6} required maxLength={5000} />
			</div>
			<p className="text-15 text-quiet md:col-span-2">These three are optional.</p>
			<ChoiceField id="contact-role" name="role" label="Your role" none="Not set" options={roleChoices} />
			<ChoiceField id="contact-size" name="companySize" label="Company size" none="Not set" options={sizeChoices} />
			<ChoiceField
				id="contact-time"
				name="timeline"
				label="When do you need it?"
				none="Not set"
				options={timelineChoices}
			/>
			<div className="grid gap-3 md:col-span-2 md:justify-items-start">
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<Button type="submit" variant="primary" disabled={step === "busy"}>
					{step === "busy" ? "Sending" : "Send message"}
				</Button>
				<p className="text-15 text-quiet">We reply within 24 hours. Only our team reads what you write.</p>
			</div>
		</form>
	);
}
