import { createStore, getMany, keys, set, setMany, type UseStore } from "idb-keyval";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Sealing } from "#contract/requests/sealing.ts";
import { guarded } from "#src/outbox/storage/storage-error.ts";

type Keyed = { id: WorkspaceId; sealing?: Sealing | undefined };

/** The key of a person's choice, beside workspaces' ids. */
const ON_DEVICE = "this-device";

export type SealKeys = ReturnType<typeof createSealKeys>;

/**
 * Whom this device seals to. It has a store of its own, in clear: a public key says nothing, and it has to be there while what is
 * kept for reading is locked. A sign-out leaves it, so that no one who comes back saves in clear what a workspace wants sealed.
 */
export function createSealKeys(store: UseStore) {
	return {
		/** What the server last said about a workspace, and whether this device's person wants everything sealed. */
		async of(workspace: WorkspaceId): Promise<{ sealing: Sealing | undefined; onDevice: boolean }> {
			const [sealing, onDevice] = await guarded(getMany<unknown>([workspace, ON_DEVICE], store));
			return { sealing: sealing as Sealing | undefined, onDevice: onDevice === true };
		},

		/** Takes over what an answer of the server says. One without a key says nothing about it: it is from an earlier release. */
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

/** Those of this browser. */
export const sealKeys = createSealKeys(createStore("plumbline-sealing", "keys"));
