import { useSyncExternalStore } from "react";
import { type AccountState, readAccount, subscribeAccount } from "./account.ts";

const UNKNOWN: AccountState = { status: "unknown" };

/** The account this device knows. Prerendered pages know none. */
export const useAccount = (): AccountState => useSyncExternalStore(subscribeAccount, readAccount, () => UNKNOWN);
