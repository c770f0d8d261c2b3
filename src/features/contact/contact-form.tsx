import { type RefObject, type SubmitEvent, useEffect, useReducer, useRef, useState } from "react";
import { site } from "#src/config/site.ts";
import { inquiryChoices, roleChoices, sizeChoices, timelineChoices } from "#src/content/contact.ts";
import { deliverLead } from "#src/lib/outbox/deliver-lead.ts";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { useDeadline } from "#src/ui/hooks/use-deadline.ts";
import { idle, transition } from "./contact-state.ts";

const NOT_DELIVERED = `Your message could neither be kept on this device nor sent. Please write to ${site.email} instead.`;

/** The contract's checks are an eighth of the page's script; they load long before anyone has filled in the form. */
const loadReader = () => import("./read-contact.ts");

type Props = {
	/** The channel cards choose here what it is about. */
	inquiry: RefObject<HTMLSelectElement | null>;
};

/** The message form: its own timing is the clock's; the message travels behind it (spec section 4). */
export function ContactForm({ inquiry }: Props) {
	const [state, dispatch] = useReducer(transition, idle);
	const [trouble, setTrouble] = useState("");
	const thanks = useRef<HTMLHeadingElement>(null);
	const form = useRef<HTMLFormElement>(null);
	const { step } = state;
	const until = state.step === "idle" ? null : state.until;

	useDeadline(until, dispatch);
	useEffect(() => afterLoad(() => void loadReader().catch(() => undefined)), []);

	const shown = useRef(step);
	useEffect(() => {
		const before = shown.current;
		shown.current = step;
		if (before === "submitting" && step === "sent") thanks.current?.focus({ preventScroll: true });
		if (before === "sent" && document.activeElement === document.body) form.current?.focus({ preventScroll: true });
	}, [step]);

	const reading = useRef(false);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (step !== "idle" || reading.current) return;
		const fields = new FormData(event.currentTarget);
		const at = Date.now();
		reading.current = true;
		const reader = await loadReader().catch(() => null);
		reading.current = false;
		if (!reader) return setTrouble(NOT_DELIVERED);
		const body = reader.readContact(fields);
		if (!body) {
			setTrouble("Please look at the fields again: one is blank, too long, or the e-mail address cannot be one.");
			return;
		}
		setTrouble("");
		dispatch({ type: "submitted", at });
		deliverLead({ kind: "contact", body }).catch(() => setTrouble(NOT_DELIVERED));
	};

	if (step === "sent") {
		return (
			<div role="status" className="arrive grid justify-items-start gap-4 border-line-strong border-s ps-6">
				<h3 ref={thanks} tabIndex={-1} className="font-semibold font-serif text-26">
					Thank you. Your message is on its way.
				</h3>
				<p className="max-w-[54ch] text-17">
					We reply within 24 hours. A note that it has arrived comes to your mailbox. If this device is offline, the
					message is kept on it and goes out by itself.
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
				label="E-mail"
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
			<p className="text-15 text-quiet md:col-span-2">The three below are up to you.</p>
			<ChoiceField id="contact-role" name="role" label="Your role" none="Not said" options={roleChoices} />
			<ChoiceField id="contact-size" name="companySize" label="Company size" none="Not said" options={sizeChoices} />
			<ChoiceField
				id="contact-time"
				name="timeline"
				label="When do you need it?"
				none="Not said"
				options={timelineChoices}
			/>
			<div className="grid gap-3 md:col-span-2 md:justify-items-start">
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<Button type="submit" variant="primary" disabled={step === "submitting"}>
					{step === "submitting" ? "Sending" : "Send message"}
				</Button>
				<p className="text-15 text-quiet">
					We reply within 24 hours. What you write is read by our team and nobody else.
				</p>
			</div>
		</form>
	);
}
