import { forgetOthers } from "./kept-data-here.ts";

type Wipe = () => void | Promise<void>;

const wipes = new Set<Wipe>();

/** Whatever keeps an account's data on this device says here how it forgets it. Returns how to take that back. */
export function registerWipe(wipe: Wipe): () => void {
	wipes.add(wipe);
	return () => wipes.delete(wipe);
}

/** Forgets what is kept of any account: after a sign-out, and before another account's data comes. */
export async function wipeCachedData(): Promise<void> {
	await Promise.all([...[...wipes].map((wipe) => wipe()), forgetOthers()]);
}
