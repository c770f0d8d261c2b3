import { SIGN_ON_FAILURES, type SignOnFailure } from "#contract/sign-on/sign-on.ts";

/** What happened, and what to do next. Nothing was changed in any of these cases. */
const TEXTS: Record<SignOnFailure, string> = {
	expired: "This sign-in took too long, was used already, or began in another browser. Please start again.",
	refused: "Your company’s sign-in page did not confirm who you are. Please try again, or ask your company’s IT team.",
	unavailable:
		"Your company’s sign-in page can’t be reached right now. Please try again in a few minutes. Owners can sign in with their password.",
	no_email: "Your company’s sign-in page did not send an email address. Please ask your company’s IT team.",
	unverified_email:
		"Your company’s sign-in page has not verified your email address. Please ask your company’s IT team.",
	other_domain:
		"Your address is not in a domain that this workspace has verified. Please ask an owner of the workspace.",
	no_role: "Your company account has no role in this workspace. Please ask an owner of the workspace.",
	ended: "Your membership of this workspace has ended. Please ask an owner of the workspace.",
};

/** Why a sign-in through a company ended, by the login page’s address; null if none did. */
export function companyFailure(search: string): string | null {
	const company = new URLSearchParams(search).get("company");
	const failure = SIGN_ON_FAILURES.find((one) => one === company);
	return failure === undefined ? null : TEXTS[failure];
}

/** Whether the company’s sign-in page has just sent somebody back with a session. */
export const isBackFromCompany = (search: string): boolean => new URLSearchParams(search).get("company") === "done";
