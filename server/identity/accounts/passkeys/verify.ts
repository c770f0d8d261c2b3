import type { AttestationObject } from "@simplewebauthn/server/helpers";
import type { PasskeyAddition, PasskeyAssertion } from "#contract/accounts/passkeys.ts";
import type { NewPasskey, PasskeyKey } from "./passkey.ts";

/** Where passkeys count: this server's public address. */
export type PasskeySite = { origin: string; rpId: string };

/** Loaded with the first passkey: reading certificates, which we never do, makes it large. */
const library = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256 (RFC 9053), in order of preference. */
export const ALGORITHMS = [-8, -7, -257];

/** The signature counter that an authenticator reports, and how it now stores the passkey. */
type Signed = { counter: number; synced: boolean };

/** Undefined if anything is wrong: the challenge, our name, our address, the person's verification, the signature. */
export async function verifyAssertion(
	{ id, response }: PasskeyAssertion,
	{ site, challenge, key }: { site: PasskeySite; challenge: string; key: PasskeyKey },
): Promise<Signed | undefined> {
	const { verifyAuthenticationResponse } = await library();
	const checked = await orNothing(() =>
		verifyAuthenticationResponse({
			response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: site.origin,
			expectedRPID: site.rpId,
			// We compare the counter ourselves, with the row locked.
			credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
			requireUserVerification: true,
		}),
	);
	if (!checked?.verified) return undefined;
	const { newCounter, credentialBackedUp } = checked.authenticationInfo;
	return { counter: newCounter, synced: credentialBackedUp };
}

type Made = Pick<NewPasskey, "credentialId" | "publicKey" | "counter" | "transports" | "syncable" | "synced">;

/** The same for a new passkey. */
export async function verifyCreation(
	{ id, response }: PasskeyAddition,
	{ site, challenge }: { site: PasskeySite; challenge: string },
): Promise<Made | undefined> {
	const { verifyRegistrationResponse } = await library();
	const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
	const checked = await orNothing(async () => {
		const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, "base64url")));
		if (hasCertificate(attestation)) return undefined;
		return verifyRegistrationResponse({
			response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
			expectedChallenge: challenge,
			expectedOrigin: site.origin,
			expectedRPID: site.rpId,
			requireUserVerification: true,
			supportedAlgorithmIDs: ALGORITHMS,
		});
	});
	if (!checked?.verified) return undefined;
	const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
	if (credential.id !== id) return undefined;
	return {
		credentialId: Buffer.from(id, "base64url"),
		publicKey: Buffer.from(credential.publicKey),
		counter: credential.counter,
		transports: response.transports,
		syncable: credentialDeviceType === "multiDevice",
		synced: credentialBackedUp,
	};
}

/**
 * We ask for no attestation, so browsers send none, or a self-signed one. With a certificate, the library would read it and fetch the
 * revocation list from wherever it says.
 */
function hasCertificate(attestation: AttestationObject): boolean {
	const format = attestation.get("fmt");
	return format !== "none" && !(format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** The library throws if anything is wrong with its input. */
async function orNothing<T>(verify: () => Promise<T>): Promise<T | undefined> {
	try {
		return await verify();
	} catch {
		return undefined;
	}
}
