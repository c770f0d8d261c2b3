let missing = 0;

/**
 * Shows the document's notice while parts are missing, until it is dismissed. The notice is in index.html and not part of the app, so that
 * it needs no code that may be missing too.
 */
function noticeMissing(by: 1 | -1): void {
	missing += by;
	const notice = document.getElementById("missing-parts");
	if (!notice) return;
	notice.hidden = missing === 0;
	notice.onclick = ({ target }) => {
		if (!(target instanceof HTMLButtonElement)) return;
		if (target.value === "reload") location.reload();
		else notice.hidden = true;
	};
}

/**
 * What `load` loads. If it fails, it is tried again with the next connection. If that was not for want of one, it was after the tab's one
 * reload for that (src/sw-bridge/preload-error.ts): until then the part is missing, and the page says so.
 */
export async function whenReachable<T>(load: () => Promise<T>, onMissing?: () => void): Promise<T> {
	try {
		return await load();
	} catch {
		const isMissing = navigator.onLine;
		if (isMissing) {
			noticeMissing(1);
			onMissing?.();
		}
		await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
		if (isMissing) noticeMissing(-1);
		return whenReachable(load, onMissing);
	}
}
