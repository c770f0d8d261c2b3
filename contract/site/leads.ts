import * as z from "zod/mini";
import { emailAddress } from "#contract/accounts/email-address.ts";
import { atMost } from "#contract/at-most.ts";
import { givenTime } from "#contract/given-time.ts";

/** Choices of the contact form (spec section 3). */
export const CONTACT_ROLES = ["ceo", "cto", "ciso", "compliance", "legal", "consultant", "other"] as const;
export const COMPANY_SIZES = ["1-10", "11-50", "51-200", "201-1000", "1000+"] as const;
export const CONTACT_TIMELINES = ["immediate", "short", "medium", "long", "exploring"] as const;
export const INQUIRY_TYPES = ["demo", "pricing", "technical", "partnership", "support", "other"] as const;

const line = (missing: string) =>
	z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(200, "At most 200 characters, please."));

const MESSAGE_LIMIT = 5_000;

/** `POST leads/newsletter/`: news by email, once the address is confirmed. */
export const newsletterRequest = z.strictObject({ email: emailAddress });
export type NewsletterRequest = z.infer<typeof newsletterRequest>;

/** `POST leads/waitlist/`: a place on the list for the private beta. */
export const waitlistRequest = z.strictObject({ email: emailAddress });
export type WaitlistRequest = z.infer<typeof waitlistRequest>;

/** `POST leads/contact/`: the contact form's nine fields; optional ones are left out when empty. */
export const contactRequest = z.strictObject({
	firstName: line("Please give a first name."),
	lastName: line("Please give a last name."),
	email: emailAddress,
	company: line("Please give a company."),
	role: z.optional(z.enum(CONTACT_ROLES, "That role is not one of the choices.")),
	inquiryType: z.enum(INQUIRY_TYPES, "Please choose what it is about."),
	message: z
		.string("Please write a message.")
		.check(
			z.trim(),
			z.minLength(1, "Please write a message."),
			atMost(MESSAGE_LIMIT, `At most ${MESSAGE_LIMIT} characters, please.`),
		),
	companySize: z.optional(z.enum(COMPANY_SIZES, "That company size is not one of the choices.")),
	timeline: z.optional(z.enum(CONTACT_TIMELINES, "That timeline is not one of the choices.")),
});
export type ContactRequest = z.infer<typeof contactRequest>;

/** `POST leads/demo/`: a request for a demo of DEMO_MINUTES. */
export const demoRequest = z.strictObject({
	name: line("Please give a name."),
	email: emailAddress,
	company: line("Please give a company."),
	/** The preferred start, ISO 8601 in UTC; left out if any time will do. */
	startsAt: z.optional(givenTime),
	/** IANA name of the visitor's time zone, such as `Africa/Lagos`. */
	timeZone: z.optional(
		z
			.string()
			.check(
				atMost(61, "This is not a time zone."),
				z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/, "This is not a time zone."),
			),
	),
	note: z.optional(z.string().check(z.trim(), atMost(2_000, "At most 2000 characters, please."))),
});
export type DemoRequest = z.infer<typeof demoRequest>;

export const DEMO_MINUTES = 30;

/** The forms that visitors can send. */
export type LeadBodies = {
	newsletter: NewsletterRequest;
	waitlist: WaitlistRequest;
	contact: ContactRequest;
	demo: DemoRequest;
};
export type LeadKind = keyof LeadBodies;
export type Lead = { [K in LeadKind]: { kind: K; body: LeadBodies[K] } }[LeadKind];

/** 202: stored for good. Does not say whether the address was known before. */
export const leadAccepted = z.object({
	receipt: z.object({
		/** The request's `Idempotency-Key`; null if it had none. */
		key: z.nullable(z.string()),
		/** When it was first accepted, ISO 8601 in UTC. */
		acceptedAt: z.iso.datetime(),
	}),
});
export type LeadAccepted = z.infer<typeof leadAccepted>;
