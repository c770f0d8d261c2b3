import { IDBFactory } from "fake-indexeddb";
import { createStore } from "idb-keyval";
import { beforeEach, expect, test, vi } from "vitest";
import type { WorkspaceId } from "#contract/ids.ts";
import { createSealKeys } from "#src/lib/sealing/seal-keys.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";

const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const OTHER = "91d2c3a4-6c1b-4b5f-9f0e-11aa22bb33cc" as WorkspaceId;
const sealing = { recipient: "age1first", required: true };

beforeEach(() => {
	vi.stubGlobal("indexedDB", new IDBFactory());
});

const open = () => createSealKeys(createStore("sealing", "keys"));

test("what the server said last is known in the next tab too, and a server that says nothing takes no key away", async () => {
	const keys = open();
	expect(await keys.hasAny()).toBe(false);
	await keys.keep([{ id: FIRM, sealing }, { id: OTHER }]);
	expect(await open().of(FIRM)).toEqual({ sealing, onDevice: false });
	expect(await open().of(OTHER)).toEqual({ sealing: undefined, onDevice: false });
	expect(await keys.hasAny()).toBe(true);

	await keys.keep([{ id: FIRM }]);
	expect((await open().of(FIRM)).sealing).toEqual(sealing);
	const next = { recipient: "age1second", required: false };
	await keys.keep([{ id: FIRM, sealing: next }]);
	expect((await open().of(FIRM)).sealing).toEqual(next);
});

test("a person's choice is for this device, whatever the workspace, and is no key", async () => {
	const keys = open();
	expect(await keys.onDevice()).toBe(false);
	await keys.setOnDevice(true);
	expect(await open().onDevice()).toBe(true);
	expect((await open().of(OTHER)).onDevice).toBe(true);
	expect(await keys.hasAny()).toBe(false);
});

test("where nothing can be stored, nothing is known, which is not the same as: in clear", async () => {
	const broken = () => Promise.reject(new DOMException("no storage", "InvalidStateError"));
	await expect(createSealKeys(broken).of(FIRM)).rejects.toBeInstanceOf(StorageError);
});
