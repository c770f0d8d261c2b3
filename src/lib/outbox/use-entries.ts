import { useEffect, useMemo, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { isEntryOf } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { visibleEntries } from "./visible-entries.ts";
import { watchEntries } from "./watch-entries.ts";

/** The entries on this device that the current user may see; null until they are read. */
export function useAllEntries(): readonly Entry[] | null {
	const account = useAccount();
	const [all, setAll] = useState<readonly Entry[] | null>(null);
	// If storage cannot be read, nothing waits. The outbox screen says why.
	useEffect(() => watchEntries(shownOutbox(), (reading) => setAll(reading.ok ? reading.entries : [])), []);
	return useMemo(() => all && visibleEntries(all, account).entries, [all, account]);
}

/** The entries about the work on screen. */
export function useEntries(): readonly Entry[] | null {
	const all = useAllEntries();
	const { scope } = useScope();
	return useMemo(() => all?.filter((entry) => isEntryOf(entry, scope)) ?? null, [all, scope]);
}
