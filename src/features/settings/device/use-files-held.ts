import { useEffect, useState } from "react";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { useDeviceChoice } from "./use-device-choice.ts";

/** How many files the outbox holds, and their bytes; null until it is known. It is asked again when `waiting` changes. */
export function useFilesHeld(waiting: number): { count: number; bytes: number } | null {
	const [held, setHeld] = useState<{ count: number; bytes: number } | null>(null);
	useEffect(() => {
		let over = false;
		void waiting;
		browserOutbox()
			.filesHeld()
			.then(
				(found) => over || setHeld(found),
				() => undefined,
			);
		return () => {
			over = true;
		};
	}, [waiting]);
	return held;
}

const WIFI_ONLY = {
	read: () => browserOutbox().filesOnWifiOnly(),
	write: (flag: boolean) => browserOutbox().setFilesOnWifiOnly(flag),
};

/** Whether files wait for Wi-Fi on this device. */
export const useWifiOnly = () => useDeviceChoice(WIFI_ONLY);
