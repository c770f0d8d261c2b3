import type { AccessRefusal } from "../../sessions/refusal.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import type { FactorStanding } from "./factor-standing.ts";

const CONFIRM_FIRST: AccessRefusal = {
	ok: false,
	code: "two_factors_required",
	message:
		"This account has a second factor. Please confirm with it, your passkey or a code, before another one is added. Nothing was changed.",
	reason: "second_factor",
};
const NOT_BY_COMPANY: AccessRefusal = {
	ok: false,
	code: "two_factors_required",
	message:
		"You signed in with your company, which cannot add a second factor to your own account. Please sign in with your password or your passkey first. Nothing was changed.",
	reason: "second_factor",
};
const KEEP: AccessRefusal = {
	ok: false,
	code: "two_factors_required",
	message:
		"One of your workspaces requires two factors, so please confirm with a passkey or a code before you remove a passkey. If you lost yours, ask an owner of that workspace to turn the requirement off for a while. Nothing was changed.",
	reason: "second_factor",
};

/**
 * Otherwise anyone with just the password could set up the missing second factor, so only a session that gave the existing one may add
 * another. Undefined: it may be added.
 */
export function refuseAddition(standing: FactorStanding | undefined): AccessRefusal | undefined {
	if (!standing) return SIGNED_OUT;
	if (standing.given) return undefined;
	if (standing.byCompany) return NOT_BY_COMPANY;
	return standing.has ? CONFIRM_FIRST : undefined;
}

/** Otherwise removing it would be a way around that rule: an account without a second factor may add one. */
export function refuseRemoval(standing: FactorStanding | undefined): AccessRefusal | undefined {
	if (!standing) return SIGNED_OUT;
	return standing.required && !standing.given ? KEEP : undefined;
}
