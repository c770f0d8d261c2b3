import { hkdfSync } from "node:crypto";
import { ReadableStream as WebStream } from "node:stream/web";
import { bech32 } from "@scure/base";
import { Decrypter, identityToRecipient } from "age-encryption";
import type { WorkspaceId } from "#contract/ids.ts";
import type { SealSecrets } from "../keys/seal-secrets.ts";
import { sealedToOne } from "./age-file.ts";

/** None of this server's keys opens it for this workspace: it was sealed for another one, or it is damaged. */
export class SealUnknown extends Error {
	override name = "SealUnknown";
}

/** Opens what was sealed to workspaces. */
export type Seals = {
	/** The recipient that devices seal to. Undefined if this server has no secret. */
	recipientOf(workspaceId: WorkspaceId): Promise<string | undefined>;
	/**
	 * The content of an age file, part by part. Throws SealUnknown, immediately or after the parts before the damage: nothing counts
	 * until the end. Errors from `source` are passed through.
	 */
	open(workspaceId: WorkspaceId, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
};

export function createSeals(secrets: SealSecrets): Seals {
	return {
		async recipientOf(workspaceId) {
			const [first] = secrets;
			return first && identityToRecipient(identityOf(first, workspaceId));
		},
		async *open(workspaceId, source) {
			const decrypter = new Decrypter();
			for (const secret of secrets) decrypter.addIdentity(identityOf(secret, workspaceId));
			let fault: { error: unknown } | undefined;
			const noting = async function* () {
				try {
					yield* source;
				} catch (error) {
					fault = { error };
					throw error;
				}
			};
			try {
				const sealed = WebStream.from(sealedToOne(noting())) as ReadableStream<Uint8Array>;
				yield* await decrypter.decrypt(sealed);
			} catch (error) {
				if (fault) throw fault.error;
				throw new SealUnknown("It cannot be opened", { cause: error });
			}
		},
	};
}

/** An age identity derived from the secret and the workspace: it is in no table, so a copy of the database opens nothing. */
function identityOf(secret: Buffer, workspaceId: WorkspaceId): string {
	const key = hkdfSync("sha256", secret, "", `plumbline seal ${workspaceId}`, 32);
	return bech32.encodeFromBytes("age-secret-key-", new Uint8Array(key)).toUpperCase();
}
