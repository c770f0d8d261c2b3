import { dayText } from "#contract/format/time.ts";

/** When a post was published, the same in every time zone, and how long it is. */
export const postNote = ({ date, minutes }: { date: string; minutes: number }) =>
	`${dayText(date)} · ${minutes} minutes to read`;
