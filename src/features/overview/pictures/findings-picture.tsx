import type { ScanOverview } from "#contract/scans.ts";
import { axisDay, countText } from "../number-text.ts";
import { DaysTable } from "./days-table.tsx";
import { type Picture, pictureOf, type Row } from "./picture.ts";
import { Strips } from "./strips.tsx";

const noteOf = ({ peak }: Row) =>
	peak ? `most in a day: ${countText(peak.count)}, on ${axisDay(peak.day)}` : "none on any day";

const words = ({ rows }: Picture) =>
	rows
		.map(({ severity, peak }) => (peak ? `${severity}: at most ${peak.count} in a day` : `${severity}: none`))
		.join("; ");

type Props = {
	days: ScanOverview["days"];
	/** Milliseconds: the picture ends today. */
	now: number;
};

/** Findings of completed scans by day. */
export function FindingsPicture({ days, now }: Props) {
	const picture = pictureOf(days, now);
	if (!picture) return <p className="text-15">No scan has been completed in the last 90 days.</p>;
	return (
		<figure>
			<Strips
				picture={picture}
				label={`Findings by day from ${axisDay(picture.from)} to ${axisDay(picture.to)}. ${words(picture)}.`}
				note={noteOf}
			/>
			<figcaption className="mt-2 max-w-[62ch] text-13 text-quiet">
				Findings of completed scans by the day they ended (UTC), all on one scale. Informational findings are in the
				table.
			</figcaption>
			<DaysTable label="Findings by day" days={days} />
		</figure>
	);
}
