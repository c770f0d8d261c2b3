/** What the browser says about its network: true may be wrong, false hardly ever is. For words on the screen, never for a decision to send. */
export const isOnline = (): boolean => navigator.onLine;

/** Calls back whenever the browser changes its mind. */
export function subscribeOnline(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
