import { useSyncExternalStore } from "react";
import { isOnline, subscribeOnline } from "./online.ts";

/** Whether the browser says it is online. Prerendered pages are made for when it is. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, isOnline, () => true);
