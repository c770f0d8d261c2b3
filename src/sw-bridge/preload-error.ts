export type PreloadErrorDeps = {
	/** What the browser says. Offline, a reload might not load the chunk either. */
	online(): boolean;
	busy(): boolean;
	/** The address of this build's own chunk, which changes with every build. */
	build: string;
	/** Storage that lasts as long as the tab. */
	session: Pick<Storage, "getItem" | "setItem">;
	reload(): void;
};

const KEY = "plumbline-reloaded";

/**
 * A chunk failed to load, most likely because this tab is older than the server. Reloads once per build, but not offline and not while
 * the tab is busy. Returns whether it reloads; if not, the error goes to the code that asked for the chunk.
 */
export function reloadAfterPreloadError({ online, busy, build, session, reload }: PreloadErrorDeps): boolean {
	if (!online() || busy()) return false;
	try {
		if (session.getItem(KEY) === build) return false;
		session.setItem(KEY, build);
	} catch {
		// Without storage it might reload forever.
		return false;
	}
	reload();
	return true;
}
