import { ROLE_LABELS, type Role } from "#contract/workspaces/roles.ts";
import { type Refusal, refuse } from "../refusals/refusal.ts";

/** The same whether the workspace does not exist or the account is not a member, so that the answer does not reveal which. */
export const OTHER_WORKSPACE: Refusal = refuse(
	"other_workspace",
	"This request belongs to a workspace that you are not a member of. Nothing was done. If you were a member, ask one of its owners.",
);

export const CLIENT_UNKNOWN: Refusal = refuse(
	"client_unknown",
	"There is no such client in this workspace. It may have been deleted. Nothing was done.",
);

export const CLIENT_ARCHIVED: Refusal = refuse(
	"client_archived",
	"This client is archived, so nothing new is created for it. An owner or manager can restore it in the list of clients.",
);

/** `people`: names of members who can help. */
export function roleRequired(role: Role, needs: readonly Role[], people: readonly string[]): Refusal {
	const help = people.length > 0 ? ` ${people.join(", ")} can help.` : "";
	const message = `As ${ROLE_LABELS[role].toLowerCase()} of this workspace you cannot do this. Nothing was done.${help}`;
	return refuse("role_required", message, { role, needs, people });
}

export const SIGN_ON_REQUIRED = refuse(
	"sign_on_required",
	"This workspace asks its members to sign in with their company. Nothing was done. Please sign out, and choose “Sign in with your company” on the sign-in page.",
);

export const TWO_FACTORS_REQUIRED = refuse(
	"two_factors_required",
	"This workspace asks its members for two factors. Nothing was done. Please sign in with a passkey or with a code from an app; both are set up in Settings, Sign-in.",
);
