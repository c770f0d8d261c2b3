import { timeText } from "#contract/format/time.ts";

type Props = { at: string; zone?: "local" | "utc" };

/** A moment. Where a column is too narrow for it, it breaks between day and time and nowhere else. */
export function TimeText({ at, zone = "local" }: Props) {
	const [day, time] = timeText(at, zone).split(", ");
	return (
		<time dateTime={at}>
			<span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{time}</span>
		</time>
	);
}
