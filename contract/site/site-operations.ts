import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { contactRequest, demoRequest, leadAccepted, newsletterRequest, waitlistRequest } from "./leads.ts";
import { questionnaire } from "./questionnaire.ts";

const leaveLead = {
	method: "POST",
	access: "public",
	tag: "Site",
	success: 202,
	answer: leadAccepted,
	idempotent: true,
} as const;

/** Calls for the forms on the public site. */
export const SITE_OPERATIONS = {
	joinNewsletter: {
		...leaveLead,
		path: API_PATHS.newsletter,
		summary: "Ask for the newsletter. It starts once the address is confirmed.",
		body: newsletterRequest,
	},
	joinWaitlist: {
		...leaveLead,
		path: API_PATHS.waitlist,
		summary: "Ask for a place on the waitlist. It counts once the address is confirmed.",
		body: waitlistRequest,
	},
	sendContact: {
		...leaveLead,
		path: API_PATHS.contact,
		summary: "Send a message to the team.",
		body: contactRequest,
	},
	askForDemo: {
		...leaveLead,
		path: API_PATHS.demo,
		summary: "Ask for a demo.",
		body: demoRequest,
	},
	readQuestionnaire: {
		method: "GET",
		path: API_PATHS.questionnaire,
		access: "public",
		tag: "Site",
		summary: "Which data-protection questionnaire is shown in the frame of /ndpr.",
		success: 200,
		answer: questionnaire,
	},
} as const satisfies Record<string, Operation>;
