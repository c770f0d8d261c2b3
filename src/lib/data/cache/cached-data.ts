import { clearReceipts } from "#src/lib/free-scan/receipts.ts";
import { forgetOthers } from "./browser-kept-data.ts";

type Wipe = () => void | Promise<void>;

const wipes = new Set<Wipe>();

/** Registers how to delete some of an account's data on this device. Returns a function that unregisters it. */
export function registerWipe(wipe: Wipe): () => void {
	wipes.add(wipe);
	return () => wipes.delete(wipe);
}

/** Deletes all account data: after sign-out and before another account's data arrives. */
export async function wipeCachedData(): Promise<void> {
	clearReceipts();
	await Promise.all([...[...wipes].map((wipe) => wipe()), forgetOthers()]);
}
