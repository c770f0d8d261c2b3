/** What the browser says about its network. True may be wrong, false hardly ever is. For text on the screen, never to decide whether to send. */
export const isOnline = (): boolean => navigator.onLine;

/** Calls back whenever it changes. */
export function subscribeOnline(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
