import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True in prerendered HTML and while it is hydrated, then false: for what only stands in until the device is known. */
export const usePrerendered = (): boolean =>
	useSyncExternalStore(
		never,
		() => false,
		() => true,
	);
