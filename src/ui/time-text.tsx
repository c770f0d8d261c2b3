import { timeText } from "#contract/format/time.ts";

type Props = { at: string; zone?: "local" | "utc" };

/** A time. In a narrow column it breaks only between date and time. */
export function TimeText({ at, zone = "local" }: Props) {
	const [day, time] = timeText(at, zone).split(", ");
	return (
		<time dateTime={at}>
			<span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{time}</span>
		</time>
	);
}
