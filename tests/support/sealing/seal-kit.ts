import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import type { WorkspaceId } from "#contract/ids.ts";
import { type SealedContent, sealedContent } from "#contract/requests/sealing.ts";
import { encryptTo } from "#src/lib/sealing/age.ts";
import { sealRequest } from "#src/lib/sealing/seal-request.ts";
import type { Sealer } from "#src/lib/sealing/sealing-outbox.ts";
import { sha256Of } from "#tests/support/outbox/tus-server.ts";

/** A workspace's keys, as the server has them. */
export type Keys = { identity: string; recipient: string };

export async function newKeys(): Promise<Keys> {
	const identity = await generateX25519Identity();
	return { identity, recipient: await identityToRecipient(identity) };
}

/** Rejects if it was sealed to another one. */
export function openBytes(bytes: Uint8Array, { identity }: Keys): Promise<Uint8Array> {
	const decrypter = new Decrypter();
	decrypter.addIdentity(identity);
	return decrypter.decrypt(bytes);
}

export async function openContent(sealed: string, keys: Keys): Promise<SealedContent> {
	const bytes = await openBytes(Buffer.from(sealed, "base64"), keys);
	return sealedContent.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Seals as a page does. `kept`: what it was told to keep for display. */
export function testSealer(now: () => number) {
	const kept: Parameters<Sealer["keep"]>[] = [];
	const sealer: Sealer = {
		seal: (request, recipient) =>
			sealRequest(request, recipient, { encrypt: encryptTo, hash: async (bytes) => sha256Of(bytes), now }),
		keep: async (...args) => void kept.push(args),
	};
	return { sealer, kept };
}

/** What a device knows about workspaces' keys. */
export const testKeys = (known: Readonly<Record<string, { keys: Keys; required: boolean }>>, onDevice = false) => ({
	of: async (workspace: WorkspaceId) => {
		const found = known[workspace];
		return { onDevice, sealing: found && { recipient: found.keys.recipient, required: found.required } };
	},
});
