import { sendSignal } from "@simplewebauthn/browser";
import type { Me } from "#contract/accounts/accounts.ts";
import type { PasskeyList } from "#contract/accounts/passkeys.ts";

/**
 * Has the browser forget or hide passkeys that no longer sign in, and show the current name with the others. Browsers that do not support
 * this keep offering them.
 */
export async function tellBrowser(
	{ rpId, userHandle, passkeys }: PasskeyList,
	{ email, firstName, lastName }: Pick<Me, "email" | "firstName" | "lastName">,
): Promise<void> {
	if (userHandle === null) return;
	const about = { rpID: rpId, userID: userHandle };
	const accepted = passkeys.map(({ credentialId }) => credentialId);
	const name = { userName: email, userDisplayName: `${firstName} ${lastName}` };
	await quietly(sendSignal({ signalName: "allAcceptedCredentials", ...about, allAcceptedCredentialIDs: accepted }));
	await quietly(sendSignal({ signalName: "currentUserDetails", ...about, ...name }));
}

/** The same for a passkey that was just removed, in browsers that keep no list. */
export const tellOfRemoved = (rpId: string, credentialId: string): Promise<void> =>
	quietly(sendSignal({ signalName: "unknownCredential", rpID: rpId, credentialID: credentialId }));

const quietly = (signal: Promise<unknown>): Promise<void> => signal.then(() => undefined).catch(() => undefined);
