import { createStore, getMany, keys, set, setMany, type UseStore } from "idb-keyval";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Sealing } from "#contract/requests/sealing.ts";
import { guarded } from "#src/outbox/storage/storage-error.ts";

type Keyed = { id: WorkspaceId; sealing?: Sealing | undefined };

/** The key of the user's own setting, next to the workspaces' ids. */
const ON_DEVICE = "this-device";

export type SealKeys = ReturnType<typeof createSealKeys>;

/**
 * The keys this device seals to. They have their own store, in clear: a public key reveals nothing, and it must be available while stored
 * answers are locked. A sign-out keeps them, so that after signing in again nothing a workspace wants sealed is saved in clear.
 */
export function createSealKeys(store: UseStore) {
	return {
		/** What the server last said about a workspace, and whether the user of this device wants everything sealed. */
		async of(workspace: WorkspaceId): Promise<{ sealing: Sealing | undefined; onDevice: boolean }> {
			const [sealing, onDevice] = await guarded(getMany<unknown>([workspace, ON_DEVICE], store));
			return { sealing: sealing as Sealing | undefined, onDevice: onDevice === true };
		},

		/** Stores what the server's answer says. An answer without the field comes from an earlier release and changes nothing. */
		async keep(workspaces: readonly Keyed[]): Promise<void> {
			const known = workspaces.flatMap(({ id, sealing }): [string, Sealing][] => (sealing ? [[id, sealing]] : []));
			if (known.length > 0) await guarded(setMany(known, store));
		},

		async onDevice(): Promise<boolean> {
			const [flag] = await guarded(getMany<unknown>([ON_DEVICE], store));
			return flag === true;
		},

		/** Whether there is a key to seal with. */
		async hasAny(): Promise<boolean> {
			return (await guarded(keys(store))).some((key) => key !== ON_DEVICE);
		},

		setOnDevice: (flag: boolean): Promise<void> => guarded(set(ON_DEVICE, flag, store)),
	};
}

/** The keys of this browser. */
export const sealKeys = createSealKeys(createStore("plumbline-sealing", "keys"));
