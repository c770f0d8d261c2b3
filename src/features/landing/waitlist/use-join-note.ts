import { useEffect, useReducer } from "react";
import { site } from "#src/config/site.ts";
import { timings } from "#src/config/timings.ts";
import { joinNames } from "#src/content/landing/waitlist.ts";
import { useDeadline } from "#src/ui/hooks/use-deadline.ts";
import { drawNames, firstNote, nextNote } from "./join-note.ts";

// Once per load of the document: coming back to the landing page does not start it again.
let started = false;

/** The note that someone joined, by the page's clock. */
export function useJoinNote() {
	const [note, dispatch] = useReducer(nextNote, firstNote);
	useEffect(() => {
		if (started || !site.waitlist.joins) return;
		started = true;
		const names = drawNames(joinNames, Math.random);
		const timers = timings.joins.at.map((after, at) =>
			setTimeout(() => dispatch({ type: "due", name: names[at] ?? "", at: Date.now() }), after),
		);
		return () => timers.forEach(clearTimeout);
	}, []);
	useDeadline(note.shown ? note.until : null, dispatch);
	return { note, dispatch };
}
