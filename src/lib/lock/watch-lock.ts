import { queryClient } from "#src/lib/data/query-client.ts";
import { hideToasts } from "#src/ui/toast/notify.ts";
import { browserLock } from "./browser-lock.ts";

/** How often to check whether the device was left alone, in milliseconds. Timers stop while it sleeps, so the clock decides. */
const LOOK_MS = 5_000;

/** Events that show someone is there. */
const USES = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

/** From now on, this tab locks when no one uses it, and clears what it has read. Returns a function that stops it. */
export function watchLock(): () => void {
	const end = new AbortController();
	const { signal } = end;
	let before = browserLock.state().status;
	const unsubscribe = browserLock.subscribe(() => {
		const { status } = browserLock.state();
		if (status === before) return;
		before = status;
		if (status !== "locked") return;
		void queryClient.cancelQueries();
		queryClient.clear();
		void hideToasts();
	});
	for (const event of USES) addEventListener(event, browserLock.used, { capture: true, passive: true, signal });
	// Before any of it is visible again.
	for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, browserLock.look, { signal });
	addEventListener("focus", browserLock.look, { signal });
	addEventListener(
		"pageshow",
		({ persisted }) => {
			// A page in the back/forward cache missed that the others were locked.
			if (persisted && browserLock.state().status === "open") location.reload();
		},
		{ signal },
	);
	const timer = setInterval(browserLock.look, LOOK_MS);
	void browserLock.ready();
	return () => {
		end.abort();
		clearInterval(timer);
		unsubscribe();
	};
}
