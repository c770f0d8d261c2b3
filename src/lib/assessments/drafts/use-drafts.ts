import { useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { readAccount } from "#src/lib/account/account.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { scopeKey, type WorkScope, workspaceIn } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { createDraftBook, type DraftBook } from "./draft-book.ts";
import { drafts, NO_DRAFTS } from "./drafts.ts";

const books = new Map<string, DraftBook>();
registerWipe(() => books.clear());

const currentOwner = () => {
	const state = readAccount();
	return state.status === "known" ? state.account.accountId : null;
};

/** Whether drafts would be stored in clear although everything waiting must be sealed. */
async function mustNotKeep(scope: WorkScope): Promise<boolean> {
	const workspace = workspaceIn(scope);
	if ((await browserLock.ready()).status !== "off" || workspace === null) return false;
	const { sealing, onDevice } = await sealKeys.of(workspace);
	return onDevice || sealing?.required === true;
}

/** Stored like pages saved for offline use: encrypted under the device's lock, only for this account, and never deleted because of age. */
function bookOf(assessmentId: string, scope: WorkScope): DraftBook {
	const key = JSON.stringify(["assessment-drafts", assessmentId, ...scopeKey(scope)]);
	const known = books.get(key);
	if (known) return known;
	const book = createDraftBook({
		async read() {
			const owner = currentOwner();
			const kept = owner && (await keptStore.read(owner, key));
			const read = z.safeParse(drafts, kept?.data);
			return read.success ? read.data : null;
		},
		async write(now) {
			const owner = currentOwner();
			if (owner === null) return;
			const kept = (await mustNotKeep(scope)) ? { ...NO_DRAFTS, at: now.at } : now;
			if (now === NO_DRAFTS) await keptStore.unpin(owner, key);
			else await keptStore.pin(owner, key, [{ hash: key, text: JSON.stringify(kept), at: Date.now() }]);
		},
	});
	books.set(key, book);
	return book;
}

/** The drafts of an assessment on this device; null until they are read. */
export function useDrafts(assessmentId: string) {
	const { scope } = useScope();
	const [book] = useState(() => bookOf(assessmentId, scope));
	return { drafts: useSyncExternalStore(book.subscribe, book.now, () => null), change: book.change };
}
