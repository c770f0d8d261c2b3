import type { Config } from "../config.ts";
import type { Identity } from "./identity.ts";

/**
 * Whether a sender is an operator. Without a PUBLIC_URL the server answers on this machine only, so everyone is one; otherwise
 * only the account with the team's confirmed address is.
 */
export function createIsOperator({ PUBLIC_URL, TEAM_EMAIL }: Pick<Config, "PUBLIC_URL" | "TEAM_EMAIL">) {
	return (identity: Identity): boolean =>
		PUBLIC_URL === undefined ||
		(identity.type === "account" &&
			identity.emailConfirmed &&
			identity.email.toLowerCase() === TEAM_EMAIL.toLowerCase());
}
