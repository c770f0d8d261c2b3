import { useMemo, useState } from "react";
import { VERDICTS_LIMIT } from "#contract/vulnerabilities.ts";

/** The selected rows: at most as many as one request takes, and only those still in the list. */
export function useChosen(listed: readonly string[]) {
	const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
	const chosen = useMemo(() => listed.filter((one) => picked.has(one)).slice(0, VERDICTS_LIMIT), [listed, picked]);
	return {
		chosen,
		has: (one: string) => picked.has(one),
		choose(one: string, isChosen: boolean): void {
			if (isChosen && chosen.length >= VERDICTS_LIMIT) return;
			setPicked((before) => new Set(isChosen ? [...before, one] : [...before].filter((other) => other !== one)));
		},
		all: () => setPicked(new Set(listed.slice(0, VERDICTS_LIMIT))),
		none: () => setPicked(new Set()),
	};
}
