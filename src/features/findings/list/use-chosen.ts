import { useMemo, useState } from "react";
import { holds, type Subject, subjectName } from "./subject.ts";

/** The selected rows. `current`: a row as the list has it now; null if it has left. */
export function useChosen(current: (subject: Subject) => Subject | null) {
	const [picked, setPicked] = useState<ReadonlyMap<string, Subject>>(new Map());
	const chosen = useMemo(() => [...picked.values()].flatMap((one) => current(one) ?? []), [picked, current]);
	const mapOf = (subjects: readonly Subject[]) => new Map(subjects.map((one) => [subjectName(one), one]));
	return {
		chosen,
		has: (name: string) => picked.has(name),
		choose: (subject: Subject, isChosen: boolean): void =>
			setPicked((before) => {
				const others = [...before.values()].filter((one) => subjectName(one) !== subjectName(subject));
				return mapOf(isChosen ? [...others, subject] : others);
			}),
		/** After a decision about it: one that waits to be sent stays in the list. */
		drop: (decided: Subject) =>
			setPicked((before) => mapOf([...before.values()].filter((one) => !holds(decided, one)))),
		all: (subjects: readonly Subject[]) => setPicked(mapOf(subjects)),
		none: () => setPicked(new Map()),
	};
}
