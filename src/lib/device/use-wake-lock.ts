import { useEffect } from "react";

/** Keeps the screen on while `active`, if the browser can: when a phone locks, the page stops working. */
export function useWakeLock(active: boolean): void {
	useEffect(() => {
		if (!active || !("wakeLock" in navigator)) return;
		let over = false;
		let lock: WakeLockSentinel | null = null;
		const hold = async () => {
			// Refused with a low battery, or while the page is not visible. Then the screen may turn off.
			const held = await navigator.wakeLock.request("screen").catch(() => null);
			if (over) void held?.release();
			else lock = held;
		};
		// The browser releases it when the page is hidden.
		const again = () => {
			if (document.visibilityState === "visible") void hold();
		};
		void hold();
		document.addEventListener("visibilitychange", again);
		return () => {
			over = true;
			document.removeEventListener("visibilitychange", again);
			void lock?.release();
		};
	}, [active]);
}
