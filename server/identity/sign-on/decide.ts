import { emailAddress } from "#contract/accounts/email-address.ts";
import type { MappedRole, SignOnFailure } from "#contract/sign-on/sign-on.ts";
import type { Role } from "#contract/workspaces/roles.ts";
import { isOver } from "../workspaces/people/member-rules.ts";
import type { Provider } from "./provider.ts";
import type { Claims } from "./provider-client.ts";

export type Person = { email: string; firstName: string; lastName: string; role: MappedRole | null };
type Denied = { ok: false; because: SignOnFailure };

const LONGEST_NAME = 100;

/** The part after the last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Some providers send these as text, and Entra ID its own claim as a number (docs/decisions/0154-which-addresses-count-as-verified.md). */
const ANSWERS: readonly { claim: string; yes: readonly unknown[]; no: readonly unknown[] }[] = [
	{ claim: "email_verified", yes: [true, "true"], no: [false, "false"] },
	{ claim: "xms_edov", yes: [true, "true", 1, "1"], no: [false, "false", 0, "0"] },
];

/** What the provider says about the person's address; null: nothing that we can read. The first claim that it sends counts. */
function saysVerified(claims: Claims): boolean | null {
	const sent = ANSWERS.find(({ claim }) => (claims[claim] ?? null) !== null);
	if (!sent) return null;
	const { [sent.claim]: value } = claims;
	if (sent.yes.includes(value)) return true;
	return sent.no.includes(value) ? false : null;
}

/** Who a person is to us, according to the provider: only with an address that it has verified, in a domain of the workspace. */
export function decidePerson(
	claims: Claims,
	provider: Pick<Provider, "roleClaim" | "roleValues" | "defaultRole">,
	domains: readonly string[],
): { ok: true; person: Person } | Denied {
	const email = emailAddress.safeParse(claims.email);
	if (!email.success) return { ok: false, because: "no_email" };
	const verified = saysVerified(claims);
	if (verified !== true) return { ok: false, because: verified === null ? "unstated_email" : "unverified_email" };
	if (!domains.includes(domainOf(email.data))) return { ok: false, because: "other_domain" };
	return { ok: true, person: { email: email.data, ...nameIn(claims, email.data), role: roleIn(claims, provider) } };
}

/** The role of the first entry in the map whose value the person has. */
function roleIn(
	claims: Claims,
	{ roleClaim, roleValues, defaultRole }: Pick<Provider, "roleClaim" | "roleValues" | "defaultRole">,
): MappedRole | null {
	const claim = roleClaim === null || !Object.hasOwn(claims, roleClaim) ? [] : claims[roleClaim];
	const values: unknown[] = Array.isArray(claim) ? claim : [claim];
	return roleValues.find(({ value }) => values.includes(value))?.role ?? defaultRole;
}

function nameIn(claims: Claims, email: string): Pick<Person, "firstName" | "lastName"> {
	const text = (value: unknown) =>
		typeof value === "string"
			? value
					.replace(/[\p{Cc}\p{Cs}]/gu, "")
					.trim()
					.slice(0, LONGEST_NAME)
			: "";
	const [first = "", ...rest] = text(claims.name).split(/\s+/);
	return {
		firstName: text(claims.given_name) || first || email.slice(0, email.lastIndexOf("@")),
		lastName: text(claims.family_name) || rest.join(" "),
	};
}

/**
 * How a sign-in changes a member's role. An owner stays one, whatever the provider says, and needs no value in the map: nobody can be
 * locked out of their own workspace from outside. A guest stays with their client. Someone who was a member before (`cameBefore`) and no
 * longer is was removed, or left: the provider does not bring them back, but an invitation does.
 */
export function decideMember(
	member: { role: Role; endsOn: string | null } | undefined,
	mapped: MappedRole | null,
	{ today, cameBefore }: { today: string; cameBefore: boolean },
): { ok: true; give: MappedRole | null } | Denied {
	if (member ? isOver(member.endsOn, today) : cameBefore) return { ok: false, because: "ended" };
	if (member?.role === "owner" || member?.role === "guest") return { ok: true, give: null };
	if (mapped === null) return { ok: false, because: "no_role" };
	return { ok: true, give: member?.role === mapped ? null : mapped };
}
