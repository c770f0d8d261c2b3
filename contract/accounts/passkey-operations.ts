import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	passkey,
	passkeyAddition,
	passkeyAssertion,
	passkeyCreation,
	passkeyList,
	passkeyRenaming,
	passkeyRequest,
} from "./passkeys.ts";

const own = { access: "account", permission: "self", tag: "Accounts" } as const;
const params = z.object({ passkeyId: z.uuid("This is not a passkey's ID.") });

export const PASSKEY_OPERATIONS = {
	beginPasskeySignIn: {
		method: "POST",
		path: API_PATHS.tokenPasskeyOptions,
		access: "public",
		tag: "Accounts",
		summary: "Get what a passkey has to sign. The answer sets a cookie that the sign-in needs.",
		success: 200,
		answer: passkeyRequest,
	},
	signInWithPasskey: {
		method: "POST",
		path: API_PATHS.tokenPasskey,
		access: "public",
		tag: "Accounts",
		summary: "Sign in with a passkey. The answer sets a session cookie.",
		body: passkeyAssertion,
		success: 204,
	},
	listPasskeys: {
		method: "GET",
		path: API_PATHS.passkeys,
		...own,
		summary: "The account’s passkeys.",
		success: 200,
		answer: passkeyList,
	},
	beginPasskey: {
		method: "POST",
		path: API_PATHS.passkeyOptions,
		...own,
		stepUp: true,
		summary: "Get what a browser needs to make a passkey.",
		success: 200,
		answer: passkeyCreation,
	},
	addPasskey: {
		method: "POST",
		path: API_PATHS.passkeys,
		...own,
		summary: "Keep a passkey that the browser has made.",
		body: passkeyAddition,
		success: 201,
		answer: passkey,
	},
	renamePasskey: {
		method: "PATCH",
		path: API_PATHS.passkey,
		...own,
		summary: "Give a passkey another name.",
		params,
		body: passkeyRenaming,
		success: 204,
	},
	removePasskey: {
		method: "DELETE",
		path: API_PATHS.passkey,
		...own,
		stepUp: true,
		summary: "Remove a passkey. It no longer signs anyone in.",
		params,
		success: 204,
	},
} as const satisfies Record<string, Operation>;
