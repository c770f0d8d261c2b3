import { randomUUID } from "node:crypto";
import type { BundleKey, BundleKeyId } from "#contract/frameworks/bundle.ts";
import { bundleKeyId } from "#contract/frameworks/bundle.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, neverNull, orNull, type RowOf, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { fingerprintOf, newSigningKey, type Signer, signerOf } from "../bundle/signing-key.ts";

/** A key as its public page shows it. */
export type PublishedKey = {
	id: string;
	/** As DER. */
	publicKey: Buffer;
	/** Null if the workspace was deleted. */
	workspaceName: string | null;
	createdAt: Date;
	retiredAt: Date | null;
	workspaceDeletedAt: Date | null;
};

const SIGNING = { id: uuid, public_key: bytes, private_key: neverNull(bytes) };

/** A key copied to another row, or another workspace, cannot be decrypted there. */
const bound = (workspaceId: WorkspaceId, keyId: string) => `${workspaceId} ${keyId}`;

/**
 * The keys that sign bundles. `pool` sees all workspaces: a reader of a bundle has no account. `box` is undefined if this server has no
 * secret to encrypt private keys with; then it signs nothing.
 */
export function createBundleKeys(
	{ pool, walled }: { pool: Pool; walled: Pool },
	box: SecretBox | undefined,
	now: () => Date,
) {
	const newest = (db: Executor, workspaceId: WorkspaceId) =>
		readRow(
			db,
			SIGNING,
			"SELECT id, public_key, private_key FROM bundle_keys WHERE workspace_id = $1 AND retired_at IS NULL",
			[workspaceId],
		);
	const opened = (workspaceId: WorkspaceId, row: RowOf<typeof SIGNING> | undefined): Signer | undefined => {
		const privateKey = row && box?.open(row.private_key, bound(workspaceId, row.id));
		return privateKey && signerOf(row.id, { publicKey: row.public_key, privateKey });
	};
	/** Of two that make one at once, both get the first one's. */
	async function make(db: Executor, sealing: SecretBox, workspaceId: WorkspaceId): Promise<void> {
		const id = randomUUID();
		const { publicKey, privateKey } = newSigningKey();
		await db.query(
			`INSERT INTO bundle_keys (id, workspace_id, public_key, private_key, created_at) VALUES ($1, $2, $3, $4, $5)
			 ON CONFLICT (workspace_id) WHERE retired_at IS NULL DO NOTHING`,
			[id, workspaceId, publicKey, sealing.seal(privateKey, bound(workspaceId, id)), now()],
		);
	}
	const retire = (db: Executor, workspaceId: WorkspaceId, id: string) =>
		db.query(
			`UPDATE bundle_keys SET retired_at = $3, private_key = NULL WHERE workspace_id = $1 AND id = $2 AND retired_at IS NULL`,
			[workspaceId, id, now()],
		);

	return {
		/** Whether this server can keep keys. */
		signs: box !== undefined,
		/** The key that signs now; the first bundle makes one. Undefined if this server cannot keep one. */
		async signer(scope: Scope): Promise<Signer | undefined> {
			if (!box) return undefined;
			const db = within(walled, scope);
			const { workspaceId } = scope;
			const existing = await newest(db, workspaceId);
			return (
				opened(workspaceId, existing) ??
				inTransaction(db, async (client) => {
					// The server has lost the secret that opens it.
					if (existing) await retire(client, workspaceId, existing.id);
					await make(client, box, workspaceId);
					return opened(workspaceId, await newest(client, workspaceId));
				})
			);
		},
		/** Newest first. */
		async list(scope: Scope): Promise<BundleKey[]> {
			const rows = await readRows(
				within(walled, scope),
				{ id: uuid, public_key: bytes, created_at: time, retired_at: orNull(time) },
				`SELECT id, public_key, created_at, retired_at FROM bundle_keys WHERE workspace_id = $1 ORDER BY created_at DESC, id`,
				[scope.workspaceId],
			);
			return rows.map(({ id, public_key, created_at, retired_at }) => ({
				id: bundleKeyId.parse(id),
				sha256: fingerprintOf(public_key),
				createdAt: created_at.toISOString(),
				retiredAt: retired_at?.toISOString() ?? null,
			}));
		},
		/** Replaces the key that signs, if it still is `id`: a second tap changes nothing. False if this server cannot keep a key. */
		async replace(scope: Scope, id: BundleKeyId): Promise<boolean> {
			if (!box) return false;
			await inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "manage");
				await retire(client, scope.workspaceId, id);
				await make(client, box, scope.workspaceId);
			});
			return true;
		},
		/** Also of a workspace that was deleted. */
		async find(id: BundleKeyId): Promise<PublishedKey | undefined> {
			const row = await readRow(
				pool,
				{
					public_key: bytes,
					name: orNull(text),
					created_at: time,
					retired_at: orNull(time),
					workspace_deleted_at: orNull(time),
				},
				`SELECT public_key, workspaces.name, bundle_keys.created_at, retired_at, workspace_deleted_at FROM bundle_keys
				 LEFT JOIN workspaces ON workspaces.id = workspace_id WHERE bundle_keys.id = $1`,
				[id],
			);
			return (
				row && {
					id,
					publicKey: row.public_key,
					workspaceName: row.name,
					createdAt: row.created_at,
					retiredAt: row.retired_at,
					workspaceDeletedAt: row.workspace_deleted_at,
				}
			);
		},
	};
}

export type BundleKeyStore = ReturnType<typeof createBundleKeys>;
