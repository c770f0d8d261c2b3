import { useMemo, useState } from "react";

/** The selected rows. `current`: a row as the list has it now; null if it has left. Both must be stable. */
export function useChosen<T>(nameOf: (item: T) => string, current: (item: T) => T | null) {
	const [picked, setPicked] = useState<ReadonlyMap<string, T>>(new Map());
	const chosen = useMemo(() => [...picked.values()].flatMap((one) => current(one) ?? []), [picked, current]);
	const mapOf = (items: readonly T[]) => new Map(items.map((one) => [nameOf(one), one]));
	return {
		chosen,
		has: (name: string) => picked.has(name),
		choose: (item: T, isChosen: boolean): void =>
			setPicked((before) => {
				const others = [...before.values()].filter((one) => nameOf(one) !== nameOf(item));
				return mapOf(isChosen ? [...others, item] : others);
			}),
		/** Called after a decision: the rows stay in the list while the decision waits to be sent. */
		drop: (isDecided: (item: T) => boolean) =>
			setPicked((before) => mapOf([...before.values()].filter((one) => !isDecided(one)))),
		all: (items: readonly T[]) => setPicked(mapOf(items)),
		none: () => setPicked(new Map()),
	};
}
