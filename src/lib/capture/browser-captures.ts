import { clear, createStore } from "idb-keyval";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { newId } from "#src/lib/words/new-id.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";
import { type Capture, createCapture } from "./create-capture.ts";
import { deviceName } from "./device-name.ts";
import { makeFile } from "./files/make-file.ts";
import { redraw } from "./files/redraw.ts";
import { createParking } from "./parking.ts";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Prevents reloads for an update, and asks before the page closes. */
function hold(): () => void {
	const release = markBusy("form");
	addEventListener("beforeunload", ask);
	return () => {
		release();
		removeEventListener("beforeunload", ask);
	};
}

const store = createStore("plumbline-captures", "files");

/** Where requests are sealed on this device, files are not stored in clear. */
async function mayKeep(named: WorkspaceId | null): Promise<boolean> {
	const owner = signedInOwner();
	const workspace = owner && workspaceOf({ owner, ...(named && { workspace: named }) });
	if (!workspace) return false;
	const { sealing, onDevice } = await sealKeys.of(workspace);
	return !onDevice && sealing?.required !== true;
}

const create = (key: string, workspace: WorkspaceId | null): Capture =>
	createCapture({
		parking: createParking(store, `${signedInOwner()} ${key}`, {
			mayKeep: () => mayKeep(workspace),
			newId: () => crypto.randomUUID(),
		}),
		make: (given, options) => makeFile(given, options, { redraw, hash: sha256Of }),
		notStored: (error) => (error instanceof StorageError ? error : null),
		discard: (id) => browserOutbox().discardUnlessSent([id]),
		newId: () => newId() as string as EvidenceId,
		now: () => Date.now(),
		device: deviceName(navigator),
		hold,
	});

const captures = new Map<string, Capture>();

/**
 * What is being captured in this tab for a scope; each client has its own. `of` names something that has its own capture within the scope.
 */
export function captureFor({ workspace, client }: WorkScope, of = ""): Capture {
	const key = JSON.stringify([workspace, client, of]);
	const known = captures.get(key) ?? create(key, workspace);
	captures.set(key, known);
	return known;
}

registerWipe(async () => {
	for (const capture of captures.values()) capture.clear();
	captures.clear();
	// Also what no screen has asked for since the page was loaded.
	await clear(store).catch(() => undefined);
});
