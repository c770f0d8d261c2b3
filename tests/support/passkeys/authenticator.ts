import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
	PasskeyAddition,
	PasskeyAssertion,
	PasskeyCreation,
	PasskeyRequest,
} from "#contract/accounts/passkeys.ts";
import { encodeCbor } from "./cbor.ts";

/** Bits of an authenticator's flags (WebAuthn, 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, syncable: 0x08, synced: 0x10, hasKey: 0x40 };

/** How an authenticator or a browser deviates from what it should do, or from most others. */
export type Oddity = {
	origin?: string;
	rpId?: string;
	verified?: boolean;
	syncable?: boolean;
	synced?: boolean;
	/** What it reports as its number of signatures. */
	counter?: number;
	crossOrigin?: boolean;
	type?: string;
	userHandle?: string;
	challenge?: string;
	/** Certificates that nobody asked for. */
	certificate?: Buffer;
};

/** A passkey with its private key. */
export type SoftwarePasskey = {
	addition: Omit<PasskeyAddition, "name">;
	sign(request: Pick<PasskeyRequest, "challenge">, oddity?: Oddity): PasskeyAssertion;
	/** Claims to have been created for this challenge, with its existing ID. */
	again(options: Pick<PasskeyCreation["options"], "challenge">): Pick<SoftwarePasskey, "addition">;
};

/** A browser with an authenticator, in software (ES256), at one address. */
export function createAuthenticator(home: { origin: string; rpId: string }) {
	const clientData = (type: string, challenge: string, { origin = home.origin, crossOrigin = false }: Oddity) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
	const authenticatorData = (hasKey: boolean, oddity: Oddity): Buffer => {
		const { rpId = home.rpId, verified = true, syncable = true, synced = true, counter = 0 } = oddity;
		const flags =
			FLAGS.present |
			(verified ? FLAGS.verified : 0) |
			(syncable ? FLAGS.syncable : 0) |
			(syncable && synced ? FLAGS.synced : 0) |
			(hasKey ? FLAGS.hasKey : 0);
		const count = Buffer.alloc(4);
		count.writeUInt32BE(counter);
		return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
	};

	return {
		/** Creates a passkey as `navigator.credentials.create` would. */
		create({ options }: Pick<PasskeyCreation, "options">, oddity: Oddity = {}): SoftwarePasskey {
			const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
			const id = randomBytes(32);
			const length = Buffer.from([0, id.length]);
			const authData = Buffer.concat([
				authenticatorData(true, oddity),
				Buffer.alloc(16),
				length,
				id,
				encodeCbor(coseKey(publicKey)),
			]);
			const { certificate } = oddity;
			const statement = certificate
				? new Map<string, Buffer | number | string>([["x5c", certificate]])
				: new Map<string, Buffer>();
			const attestationObject = encodeCbor(
				new Map<string, string | Buffer | typeof statement>([
					["fmt", certificate ? "packed" : "none"],
					["attStmt", statement],
					["authData", authData],
				]),
			);
			const additionFor = (challenge: string): SoftwarePasskey["addition"] => ({
				id: id.toString("base64url"),
				response: {
					clientDataJSON: clientData(oddity.type ?? "webauthn.create", challenge, oddity).toString("base64url"),
					attestationObject: attestationObject.toString("base64url"),
					transports: ["internal", "hybrid"],
				},
			});
			return {
				addition: additionFor(oddity.challenge ?? options.challenge),
				again: ({ challenge }) => ({ addition: additionFor(challenge) }),
				sign: (request, signed = {}) =>
					assertionOf(privateKey, {
						id: id.toString("base64url"),
						client: clientData(signed.type ?? "webauthn.get", signed.challenge ?? request.challenge, signed),
						data: authenticatorData(false, signed),
						userHandle: signed.userHandle ?? options.user.id,
					}),
			};
		},
	};
}

type Parts = { id: string; client: Buffer; data: Buffer; userHandle: string };

function assertionOf(key: KeyObject, { id, client, data, userHandle }: Parts): PasskeyAssertion {
	const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
	return {
		id,
		response: {
			clientDataJSON: client.toString("base64url"),
			authenticatorData: data.toString("base64url"),
			signature: sign("sha256", signed, key).toString("base64url"),
			userHandle,
		},
	};
}

/** An ES256 key as an authenticator returns it (RFC 9053, 7.1). */
function coseKey(publicKey: KeyObject): Map<number, number | Buffer> {
	const { x = "", y = "" } = publicKey.export({ format: "jwk" });
	return new Map<number, number | Buffer>([
		[1, 2],
		[3, -7],
		[-1, 1],
		[-2, Buffer.from(x, "base64url")],
		[-3, Buffer.from(y, "base64url")],
	]);
}
