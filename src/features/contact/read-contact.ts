import { type ContactRequest, contactRequest } from "#contract/leads.ts";

/** What the form's fields say, optional ones left out when empty; null where the contract would not take it. */
export function readContact(fields: FormData): ContactRequest | null {
	const filled = [...fields].filter(([, value]) => value !== "");
	return contactRequest.safeParse(Object.fromEntries(filled)).data ?? null;
}
