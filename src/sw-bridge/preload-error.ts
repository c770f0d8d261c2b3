export type PreloadErrorDeps = {
	/** What the browser says; a reload offline might not come back with the chunk. */
	online(): boolean;
	busy(): boolean;
	/** Address of this build's own chunk: changes with every build. */
	build: string;
	/** Lasts as long as the tab. */
	session: Pick<Storage, "getItem" | "setItem">;
	reload(): void;
};

const KEY = "plumbline-reloaded";

/**
 * A chunk could not be loaded: most likely this tab is older than the server. Reloads once per build, never offline and
 * never while the tab is busy. Gives back whether it did; otherwise the error goes on to whoever asked for the chunk.
 */
export function reloadAfterPreloadError({ online, busy, build, session, reload }: PreloadErrorDeps): boolean {
	if (!online() || busy()) return false;
	try {
		if (session.getItem(KEY) === build) return false;
		session.setItem(KEY, build);
	} catch {
		// Without a memory it could go on for ever.
		return false;
	}
	reload();
	return true;
}
