const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** When a post was published, the same in every time zone, and how long it is. */
export const postNote = ({ date, minutes }: { date: string; minutes: number }) =>
	`${day.format(new Date(`${date}T00:00:00Z`))} · ${minutes} min read`;
