import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { passkeyAssertion } from "./passkeys.ts";
import { proof, proofGiven } from "./proof.ts";

export const PROOF_OPERATIONS = {
	readProof: {
		method: "GET",
		path: API_PATHS.proof,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "How to prove again who you are, and whether that is needed now.",
		success: 200,
		answer: proof,
	},
	giveProof: {
		method: "POST",
		path: API_PATHS.proof,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Prove again who you are, with the password and a code if the account has codes from an app.",
		body: proofGiven,
		success: 204,
	},
	giveProofByPasskey: {
		method: "POST",
		path: API_PATHS.passkeyProof,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Prove again who you are, with a passkey that signs what the call for signing in with one has answered.",
		body: passkeyAssertion,
		success: 204,
	},
} as const satisfies Record<string, Operation>;
