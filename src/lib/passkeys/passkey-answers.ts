import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { type PasskeyAssertion, passkeyRequest } from "#contract/accounts/passkeys.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callOnce } from "#src/lib/data/call.ts";
import { passkeyFailure } from "./passkey-failure.ts";

type Answered = Awaited<ReturnType<typeof startAuthentication>>;

const ask = (signal?: AbortSignal) =>
	callOnce(API_PATHS.tokenPasskeyOptions, {
		method: "POST",
		answer: passkeyRequest,
		...(signal && { signal }),
	});

const assertionOf = ({ id, response }: Answered): PasskeyAssertion => ({
	id,
	response: {
		clientDataJSON: response.clientDataJSON,
		authenticatorData: response.authenticatorData,
		signature: response.signature,
		userHandle: response.userHandle ?? "",
	},
});

/** Keeps the browser’s dialog open until a passkey has signed. Rejects with an ApiFailure. */
export async function answerWithPasskey(what: "use" | "confirm" = "use"): Promise<PasskeyAssertion> {
	try {
		return assertionOf(await startAuthentication({ optionsJSON: await ask() }));
	} catch (error) {
		throw passkeyFailure(error, what);
	}
}

/** Lists passkeys below the field with `autocomplete="… webauthn"` until one is chosen. Null if none was chosen, for any reason. */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyAssertion | null> {
	const stop = () => WebAuthnAbortService.cancelCeremony();
	try {
		const optionsJSON = await ask(signal);
		if (signal.aborted) return null;
		signal.addEventListener("abort", stop, { once: true });
		return assertionOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
	} catch {
		// Without a network, or in browsers that do not support it, the button and the password still work.
		return null;
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
