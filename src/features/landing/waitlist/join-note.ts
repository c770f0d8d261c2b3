import { timings } from "#src/config/timings.ts";

/** The note about a join. The names are made up; null is the visitor's own join. */
export type JoinNote =
	| { shown: false; waiting: boolean }
	| { shown: true; waiting: boolean; name: string | null; until: number };

export type JoinNoteEvent =
	| { type: "due"; name: string; at: number }
	| { type: "own"; at: number }
	| { type: "passed"; at: number }
	| { type: "closed" };

/** Nothing is shown yet; names may still come. */
export const firstNote: JoinNote = { shown: false, waiting: true };

/**
 * Each name replaces the previous one and stays for its full time. After the visitor's own join, or once it was closed,
 * no further name comes. An event that does not apply returns the same state object.
 */
export function nextNote(note: JoinNote, event: JoinNoteEvent): JoinNote {
	switch (event.type) {
		case "due":
			return note.waiting
				? { shown: true, waiting: true, name: event.name, until: event.at + timings.joins.shown }
				: note;
		case "own":
			return { shown: true, waiting: false, name: null, until: event.at + timings.joins.ownShown };
		case "passed":
			return note.shown && event.at >= note.until ? { shown: false, waiting: note.waiting } : note;
		case "closed":
			return { shown: false, waiting: false };
	}
}

/** One name for each time, with no repeats while there are enough names. `random` gives numbers from 0 to below 1. */
export function drawNames(names: readonly string[], random: () => number): string[] {
	let rest = [...names];
	return timings.joins.at.flatMap(() => {
		if (rest.length === 0) rest = [...names];
		return rest.splice(Math.floor(random() * rest.length), 1);
	});
}
