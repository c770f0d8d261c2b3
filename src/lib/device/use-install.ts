import { useSyncExternalStore } from "react";
import { readInstall, subscribeInstall } from "./install.ts";
import { type InstallState, NOTHING } from "./install-state.ts";

const PRERENDERED: InstallState = { step: "tab", way: "none", memory: NOTHING };

/** Whether the app is on this device, and how it gets there. Prerendered pages know of no way. */
export const useInstall = (): InstallState => useSyncExternalStore(subscribeInstall, readInstall, () => PRERENDERED);
