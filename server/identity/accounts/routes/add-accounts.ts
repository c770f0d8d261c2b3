import type { FastifyInstance } from "fastify";
import type { AccountRouteDeps } from "./account-route-deps.ts";
import { addEmail } from "./email.ts";
import { addMe } from "./me.ts";
import { addPasskeys } from "./passkeys.ts";
import { addPassword } from "./password.ts";
import { addProof } from "./proof.ts";
import { addRegister } from "./register.ts";
import { addSecondFactor } from "./second-factor.ts";
import { addSessionRoutes } from "./sessions.ts";
import { addToken } from "./token.ts";

/** Everything below `accounts/`. */
export function addAccounts(app: FastifyInstance, deps: AccountRouteDeps): void {
	addToken(app, deps);
	addSecondFactor(app, deps);
	addPasskeys(app, deps);
	addProof(app, deps);
	addRegister(app, deps);
	addMe(app, deps);
	addSessionRoutes(app, deps);
	addPassword(app, deps);
	addEmail(app, deps);
}
