import { startRegistration } from "@simplewebauthn/browser";
import {
	type Passkey,
	type PasskeyAddition,
	passkey,
	passkeyCreation,
	TRANSPORTS,
} from "#contract/accounts/passkeys.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { passkeyFailure } from "./passkey-failure.ts";

type Call = { asSession?: true };

/** Has the browser create a passkey for the signed-in account and the server store it. Rejects with an ApiFailure. */
export async function makePasskey(name: string, call: Call = {}): Promise<Passkey> {
	const { options } = await callApi(API_PATHS.passkeyOptions, {
		method: "POST",
		answer: passkeyCreation,
		...call,
	});
	const { id, response } = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
		throw passkeyFailure(error, "make");
	});
	const named: readonly string[] = response.transports ?? [];
	const body: PasskeyAddition = {
		name,
		id,
		response: {
			clientDataJSON: response.clientDataJSON,
			attestationObject: response.attestationObject,
			transports: TRANSPORTS.filter((one) => named.includes(one)),
		},
	};
	return callApi(API_PATHS.passkeys, { method: "POST", body, answer: passkey, ...call });
}
