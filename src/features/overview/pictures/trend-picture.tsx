import { axisDay, countText } from "../number-text.ts";
import { DaysTable } from "./days-table.tsx";
import type { Day, Picture, Row } from "./picture.ts";
import { Strip } from "./strip.tsx";

/** How many findings were open on each of the last days. */
export function TrendPicture({ picture, days }: { picture: Picture; days: readonly Day[] }) {
	const { from, to, width, rows } = picture;
	const noteOf = ({ severity }: Row) =>
		`${countText(to.open[severity])} open, ${countText(from.open[severity])} on ${axisDay(from.day)}`;
	const words = rows.map((row) => `${row.severity}: ${noteOf(row)}`).join("; ");
	return (
		<figure>
			<div role="img" aria-label={`Open findings from ${axisDay(from.day)} to ${axisDay(to.day)}. ${words}.`}>
				{rows.map((row) => (
					<Strip key={row.severity} row={row} width={width} note={noteOf(row)} />
				))}
				<p className="flex justify-between text-13 text-quiet tabular-nums md:ps-50">
					<span>{axisDay(from.day)}</span>
					<span>{axisDay(to.day)}</span>
				</p>
			</div>
			<figcaption className="mt-2 max-w-[62ch] text-13 text-quiet">
				Findings open at the end of each day (UTC), all on one scale. Informational findings are in the table.
			</figcaption>
			<DaysTable label="Open findings by day" days={days} />
		</figure>
	);
}
