import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { newId } from "#src/lib/words/new-id.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";
import { type Capture, createCapture } from "./create-capture.ts";
import { deviceName } from "./device-name.ts";
import { makeFile } from "./files/make-file.ts";
import { redraw } from "./files/redraw.ts";

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

const create = (): Capture =>
	createCapture({
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
	const known = captures.get(key) ?? create();
	captures.set(key, known);
	return known;
}

registerWipe(() => {
	for (const capture of captures.values()) capture.clear();
	captures.clear();
});
