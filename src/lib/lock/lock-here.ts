import { type LockForData, LockedError, type LockState } from "./lock-state.ts";

const OFF: LockState = { status: "off" };

/** This device's lock. */
export const lockHere: LockForData = {
	state: () => OFF,
	ready: async () => OFF,
	subscribe: () => () => undefined,
	encrypt: async () => {
		throw new LockedError();
	},
	decrypt: async () => {
		throw new LockedError();
	},
};
