import type { Config } from "./config.ts";
import type { Identity } from "./http/identity.ts";

/**
 * Whether a sender runs this server. Without a PUBLIC_URL it answers on this machine alone, so everyone there does; else it
 * is the account with the team's confirmed address.
 */
export function createIsOperator({ PUBLIC_URL, TEAM_EMAIL }: Pick<Config, "PUBLIC_URL" | "TEAM_EMAIL">) {
	return (identity: Identity): boolean =>
		PUBLIC_URL === undefined ||
		(identity.type === "account" &&
			identity.emailConfirmed &&
			identity.email.toLowerCase() === TEAM_EMAIL.toLowerCase());
}
