import { NOTE_LIMIT } from "./evidence.ts";

/** A note with a sentence added, such as which files are missing, cut to the length of a note. */
export function toldInNote(note: string, told: string): string {
	const room = NOTE_LIMIT - note.length - 2;
	const fitting = told.length > room ? told.slice(0, Math.max(0, room - 1)).concat("…") : told;
	return note === "" ? fitting : `${note}\n\n${fitting}`;
}
