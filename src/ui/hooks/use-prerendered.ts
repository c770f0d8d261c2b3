import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True in prerendered HTML and during hydration, then false: for placeholders until the device's state is known. */
export const usePrerendered = (): boolean =>
	useSyncExternalStore(
		never,
		() => false,
		() => true,
	);
