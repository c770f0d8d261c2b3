import type { FastifyInstance } from "fastify";
import type { AccountParts } from "./account-parts.ts";
import { addEmail } from "./email.ts";
import { addExportMyData } from "./export-my-data.ts";
import { addMe } from "./me.ts";
import { addPassword } from "./password.ts";
import { addRegister } from "./register.ts";
import { addSessionRoutes } from "./sessions.ts";
import { addToken } from "./token.ts";

/** Everything below `accounts/`. */
export function addAccounts(app: FastifyInstance, parts: AccountParts): void {
	addToken(app, parts);
	addRegister(app, parts);
	addMe(app, parts);
	addExportMyData(app, parts);
	addSessionRoutes(app, parts);
	addPassword(app, parts);
	addEmail(app, parts);
}
