import { useEffect, useMemo, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { visibleEntries } from "./visible-entries.ts";
import { watchEntries } from "./watch-entries.ts";

/** What this device keeps to be sent, as far as whoever sits here may see it; null until it has been read. */
export function useEntries(): readonly Entry[] | null {
	const account = useAccount();
	const [all, setAll] = useState<readonly Entry[] | null>(null);
	// Where nothing can be read nothing waits; the outbox screen says why.
	useEffect(() => watchEntries(browserOutbox(), (reading) => setAll(reading.ok ? reading.entries : [])), []);
	return useMemo(() => all && visibleEntries(all, account).entries, [all, account]);
}
