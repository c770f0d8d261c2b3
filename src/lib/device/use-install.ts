import { useSyncExternalStore } from "react";
import { readInstall, subscribeInstall } from "./install.ts";
import { type InstallState, NOTHING } from "./install-state.ts";

const PRERENDERED: InstallState = { step: "tab", way: "none", memory: NOTHING };

/** Whether the app is on this device, and how to install it. Prerendered pages know no way. */
export const useInstall = (): InstallState => useSyncExternalStore(subscribeInstall, readInstall, () => PRERENDERED);
