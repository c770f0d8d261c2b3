import { useEffect, useState } from "react";
import { subscribeUpdate } from "#src/sw-bridge/start.ts";

/** Whether a new version may be offered now. After "Later", it is not offered again in this document. */
export function useUpdateOffer(): { ready: boolean; onLater(): void } {
	const [ready, setReady] = useState(false);
	const [putOff, setPutOff] = useState(false);
	useEffect(() => subscribeUpdate(setReady), []);
	return { ready: ready && !putOff, onLater: () => setPutOff(true) };
}
