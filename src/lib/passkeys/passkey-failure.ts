import { WebAuthnError } from "@simplewebauthn/browser";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

/** `confirm`: to use one while signed in. */
type What = "use" | "confirm" | "make";

/** The form's message for how the browser’s own dialog ended. Browsers do not say whether it was closed or took too long. */
export function passkeyFailure(error: unknown, what: What): unknown {
	if (error instanceof ApiFailure) return error;
	return new ApiFailure(textOf(error, what), { status: 400 });
}

const UNDONE: Record<What, string> = {
	use: "No passkey was used. Try again, or sign in with your password.",
	confirm: "No passkey was used. Nothing was done. Try again, or confirm with your password.",
	make: "No passkey was made. Nothing was changed. Try again when you are ready.",
};
const IMPOSSIBLE: Record<What, string> = {
	use: "This browser could not use a passkey. Try again, or sign in with your password.",
	confirm: "This browser could not use a passkey. Nothing was done. Try again, or confirm with your password.",
	make: "This browser could not make a passkey that fits. Nothing was changed. Try another device or a security key.",
};

function textOf(error: unknown, what: What): string {
	const code = error instanceof WebAuthnError ? error.code : null;
	const name = error instanceof Error ? error.name : "";
	if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
		return "This device has a passkey for your account already. Nothing was changed.";
	}
	if (name === "SecurityError") return "Passkeys don’t work at this address. Nothing was changed.";
	if (!("PublicKeyCredential" in globalThis)) return "This browser does not support passkeys. Nothing was changed.";
	return name === "NotAllowedError" || name === "AbortError" ? UNDONE[what] : IMPOSSIBLE[what];
}
