import { useSyncExternalStore } from "react";
import { isOnline, subscribeOnline } from "./online.ts";

/** Whether the browser says it is online. Prerendered pages assume so. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, isOnline, () => true);
