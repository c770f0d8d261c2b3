import type { FindingOverview } from "#contract/vulnerabilities.ts";
import { axisDay, countText } from "../number-text.ts";
import { DaysTable } from "./days-table.tsx";
import { pictureOf, type Row } from "./picture.ts";
import { Strips } from "./strips.tsx";

/** How many findings were open on each of the last days. */
export function TrendPicture({ trend }: { trend: FindingOverview["trend"] }) {
	const days = trend.map(({ day, open }) => ({ day, findings: open }));
	const [first, last] = [days[0], days.at(-1)];
	const picture = pictureOf(days, last ? Date.parse(last.day) : 0);
	if (!picture || !first || !last || picture.rows.every(({ peak }) => peak === null)) {
		return <p className="text-15">Nothing was open on any of the last 30 days.</p>;
	}
	const noteOf = ({ severity }: Row) =>
		`${countText(last.findings[severity])} open, ${countText(first.findings[severity])} on ${axisDay(first.day)}`;
	const words = picture.rows.map((row) => `${row.severity}: ${noteOf(row)}`).join("; ");
	return (
		<figure>
			<Strips
				picture={picture}
				label={`Open findings from ${axisDay(picture.from)} to ${axisDay(picture.to)}. ${words}.`}
				note={noteOf}
			/>
			<figcaption className="mt-2 max-w-[62ch] text-13 text-quiet">
				Findings open at the end of each day (UTC), all on one scale. Informational findings are in the table.
			</figcaption>
			<DaysTable label="Open findings by day" days={days} />
		</figure>
	);
}
