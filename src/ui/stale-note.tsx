import { timeText } from "#contract/format/time.ts";

type Props = {
	/** When the shown data was read, in milliseconds. */
	readAt: number;
	/** Why it is not current; null if it is. */
	why: string | null;
};

/** Says how long the shown data has been out of date, and why. */
export function StaleNote({ readAt, why }: Props) {
	if (why === null) return null;
	return (
		<p role="status" className="mb-6 border-line-strong border-s-4 ps-4 text-15">
			As of {timeText(readAt)}. {why}
		</p>
	);
}
