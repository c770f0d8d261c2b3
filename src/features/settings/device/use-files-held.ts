import { useEffect, useState } from "react";
import { browserOutbox } from "#src/requests/browser.ts";

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

/** This device's choice; null until it is known, and where nothing can be stored. */
export function useWifiOnly(): [boolean | null, (flag: boolean) => void] {
	const [flag, setFlag] = useState<boolean | null>(null);
	useEffect(() => {
		browserOutbox()
			.filesOnWifiOnly()
			.then(setFlag, () => undefined);
	}, []);
	const change = (next: boolean) => {
		setFlag(next);
		browserOutbox()
			.setFilesOnWifiOnly(next)
			.catch(() => setFlag(!next));
	};
	return [flag, change];
}
