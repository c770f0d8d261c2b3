import { useMemo, useState } from "react";
import { VERDICTS_LIMIT } from "#contract/vulnerabilities.ts";

/** Which of the listed things are chosen: at most as many as can be spoken of at once, and none that is not listed any more. */
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
