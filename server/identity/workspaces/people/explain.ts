import type { Role } from "#contract/workspaces/roles.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { roleRequired } from "#server/platform/tenancy/refusals.ts";
import type { Denied } from "./member-rules.ts";

const LAST_OWNER = refuse(
	"last_owner",
	"A workspace needs an owner, and this is its only one. Make another member an owner first. Nothing was changed.",
);

/** In the shape of a body that its schema refuses. `field` as a JSON pointer. */
export const badField = (field: string, message: string): Refusal =>
	refuse("invalid_body", message, { fields: [{ field, message }] });

/** The answer to a member who was refused. `namesOf`: members with these roles, who can help. */
export async function explain(
	denied: Denied,
	role: Role,
	namesOf: (roles: readonly Role[]) => Promise<string[]>,
): Promise<Refusal> {
	switch (denied.because) {
		case "role":
			return roleRequired(role, denied.needs, await namesOf(denied.needs));
		case "last_owner":
			return LAST_OWNER;
		case "field":
			return badField(denied.field, denied.message);
	}
}
