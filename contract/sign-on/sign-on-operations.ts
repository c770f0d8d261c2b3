import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	domainAddition,
	emailDomain,
	signOn,
	signOnChange,
	signOnDomain,
	signOnStart,
	signOnStarted,
} from "./sign-on.ts";

const owner = { access: "account", permission: "own", tag: "Workspaces", success: 200, answer: signOn } as const;
const params = z.object({ domain: emailDomain });

/** Calls about signing in through a company’s own provider. */
export const SIGN_ON_OPERATIONS = {
	startSignOn: {
		method: "POST",
		path: API_PATHS.signOnStart,
		access: "public",
		tag: "Accounts",
		summary:
			"Begin a sign-in through the provider of the address’s company: the answer says where to send the browser.",
		body: signOnStart,
		success: 200,
		answer: signOnStarted,
	},
	readSignOn: {
		method: "GET",
		path: API_PATHS.signOn,
		...owner,
		summary: "How members sign in through their company.",
	},
	setSignOn: {
		method: "PUT",
		path: API_PATHS.signOn,
		...owner,
		stepUp: true,
		summary: "Set the OpenID Connect provider of the workspace. It is asked for its configuration before it is saved.",
		body: signOnChange,
	},
	removeSignOn: {
		method: "DELETE",
		path: API_PATHS.signOn,
		...owner,
		stepUp: true,
		summary: "Remove the provider. Members sign in with their own passwords again; domains stay verified.",
	},
	addSignOnDomain: {
		method: "POST",
		path: API_PATHS.signOnDomains,
		...owner,
		answer: signOnDomain,
		stepUp: true,
		summary: "Add an email domain. It leads to the provider once its TXT record was found.",
		body: domainAddition,
	},
	verifySignOnDomain: {
		method: "POST",
		path: API_PATHS.verifySignOnDomain,
		...owner,
		answer: signOnDomain,
		summary: "Look for the TXT record of a domain.",
		params,
	},
	removeSignOnDomain: {
		method: "DELETE",
		path: API_PATHS.signOnDomain,
		access: "account",
		permission: "own",
		tag: "Workspaces",
		success: 204,
		stepUp: true,
		summary: "Remove an email domain.",
		params,
	},
} as const satisfies Record<string, Operation>;
