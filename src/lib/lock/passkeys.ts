import { base64url } from "./data-key.ts";
import type { Bytes } from "./lock-state.ts";

/** The secret a passkey derived from a salt. */
type PasskeySecret = { credential: Bytes; secret: Bytes };

/** `canceled`: the user or the browser canceled it. `unable`: this passkey cannot protect data. */
type PasskeyAnswer = { status: "given"; given: PasskeySecret } | { status: "canceled" } | { status: "unable" };

/** A passkey to ask, and the salt for its secret. */
type PasskeyAsked = { credential: Bytes; salt: Bytes };

/** Passkeys that derive a secret (the PRF extension of WebAuthn). Never rejects. */
export type Passkeys = {
	/** Makes a passkey. `name`: how the device lists it. */
	create(name: string, salt: Bytes): Promise<PasskeyAnswer>;
	/** Asks for one of these. */
	ask(asked: readonly PasskeyAsked[]): Promise<PasskeyAnswer>;
};

const RP_NAME = "Plumbline";
/** ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -257];

const copied = (source: BufferSource): Bytes =>
	source instanceof ArrayBuffer
		? new Uint8Array(source.slice(0))
		: Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));

function secretOf(credential: PublicKeyCredential): PasskeyAnswer {
	const first = credential.getClientExtensionResults().prf?.results?.first;
	if (!first) return { status: "unable" };
	return { status: "given", given: { credential: new Uint8Array(credential.rawId), secret: copied(first) } };
}

/** This browser's passkeys; null if it does not support them. No server checks their signatures: only the secret counts. */
export function browserPasskeys(): Passkeys | null {
	if (typeof PublicKeyCredential === "undefined" || !navigator.credentials) return null;
	const random = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

	async function ask(asked: readonly PasskeyAsked[]): Promise<PasskeyAnswer> {
		try {
			const credential = await navigator.credentials.get({
				publicKey: {
					challenge: random(32),
					userVerification: "required",
					allowCredentials: asked.map(({ credential }) => ({ type: "public-key", id: credential })),
					extensions: {
						prf: {
							evalByCredential: Object.fromEntries(
								asked.map(({ credential, salt }) => [base64url(credential), { first: salt }]),
							),
						},
					},
				},
			});
			return credential instanceof PublicKeyCredential ? secretOf(credential) : { status: "canceled" };
		} catch {
			return { status: "canceled" };
		}
	}

	return {
		ask,
		async create(name, salt) {
			try {
				const credential = await navigator.credentials.create({
					publicKey: {
						challenge: random(32),
						rp: { name: RP_NAME },
						user: { id: random(16), name, displayName: name },
						pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
						authenticatorSelection: { userVerification: "required", residentKey: "preferred" },
						extensions: { prf: { eval: { first: salt } } },
					},
				});
				if (!(credential instanceof PublicKeyCredential)) return { status: "canceled" };
				const made = secretOf(credential);
				if (made.status === "given" || credential.getClientExtensionResults().prf?.enabled !== true) return made;
				// Most derive the secret only on a separate request.
				return await ask([{ credential: new Uint8Array(credential.rawId), salt }]);
			} catch {
				return { status: "canceled" };
			}
		},
	};
}
