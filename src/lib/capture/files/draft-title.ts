import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { Given } from "./given.ts";

const nounOf = ({ type }: Pick<Given, "type">): "photo" | "voice note" | "file" =>
	type.startsWith("image/") ? "photo" : type.startsWith("audio/") ? "voice note" : "file";

/** What to call a set of files: one noun if they are all of one kind. `none`: if there is no file. */
export function filesNoun(files: readonly Pick<Given, "type">[], none: "note" | "link" = "note"): string {
	const [noun = none, ...others] = new Set(files.map(nounOf));
	return others.length === 0 ? noun : "file";
}

/** `Photo, 23 Nov 2026, 14:05`: the default title of a piece of evidence. */
export function draftTitle(files: readonly Pick<Given, "type">[], at: number, none?: "note" | "link"): string {
	const noun = filesNoun(files, none);
	const what = files.length < 2 ? noun : counted(files.length, noun);
	return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${timeText(at)}`;
}
