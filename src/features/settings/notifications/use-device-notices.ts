import { useCallback, useEffect, useState } from "react";
import { type DevicePush, devicePush } from "#src/lib/push/push.ts";
import { notifiesOutbox } from "#src/lib/push/push-device.ts";

export type DeviceNotices = { push: DevicePush; outbox: boolean };

/** This device's notifications; null until known. Checked again when the user comes back from the browser's settings. */
export function useDeviceNotices(): { device: DeviceNotices | null; look(): Promise<void> } {
	const [device, setDevice] = useState<DeviceNotices | null>(null);
	const look = useCallback(async () => {
		const [push, outbox] = await Promise.all([devicePush(), notifiesOutbox()]).catch(() => ["absent", false] as const);
		setDevice({ push, outbox });
	}, []);
	useEffect(() => {
		const again = () => {
			if (document.visibilityState === "visible") void look();
		};
		void look();
		// Push needs a worker. On a first visit it is installed after the page has loaded, or never.
		if (!navigator.serviceWorker?.controller) void navigator.serviceWorker?.ready.then(look);
		document.addEventListener("visibilitychange", again);
		return () => document.removeEventListener("visibilitychange", again);
	}, [look]);
	return { device, look };
}
