import { useEffect, useMemo, useState } from "react";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import type { Entry } from "#src/requests/entry.ts";
import { entriesOf } from "../respond-entries.ts";

/** What this device's outbox has of a link; null until it is read. */
export function usePartEntries(id: RespondentId): readonly Entry[] | null {
	const [all, setAll] = useState<readonly Entry[] | null>(null);
	// If storage cannot be read, nothing waits.
	useEffect(() => watchEntries(browserOutbox(), (reading) => setAll(reading.ok ? reading.entries : [])), []);
	return useMemo(() => all && entriesOf(all, id), [all, id]);
}
