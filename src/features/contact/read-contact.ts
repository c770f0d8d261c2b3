import { type ContactRequest, contactRequest } from "#contract/site/leads.ts";
import type { FormReading } from "#src/lib/forms/use-lead-form.ts";

const TROUBLE = "Please check the fields: one is blank or too long, or the email address is not valid.";

/** Reads the form's fields; optional ones that are empty are left out. */
export function readContact(fields: FormData): FormReading<ContactRequest> {
	const filled = [...fields].filter(([, value]) => value !== "");
	const { data } = contactRequest.safeParse(Object.fromEntries(filled));
	return data ? { body: data } : { trouble: TROUBLE };
}
