import type { ScanOverview } from "#contract/scans.ts";
import { SeverityMark } from "#src/ui/severity.tsx";
import { DaysTable } from "./days-table.tsx";
import { countWords, dayWords } from "./number-words.ts";
import { type Picture, pictureOf, type Row } from "./picture.ts";

const FILLS = { high: "fill-high", medium: "fill-medium", low: "fill-low" } as const;

function Strip({ row, width }: { row: Row; width: number }) {
	return (
		<div className="grid gap-x-6 gap-y-1 border-line border-t py-3 md:grid-cols-[11rem_minmax(0,1fr)]">
			<p className="flex items-baseline justify-between gap-3 text-13 md:block">
				<SeverityMark severity={row.severity} />
				<span className="text-quiet md:mt-1 md:block">
					{row.peak ? `most in a day: ${countWords(row.peak.count)}, on ${dayWords(row.peak.day)}` : "none on any day"}
				</span>
			</p>
			<svg
				viewBox={`0 0 ${width} 1`}
				preserveAspectRatio="none"
				aria-hidden="true"
				className="h-16 w-full border-line-strong border-b"
			>
				{row.bars.map(({ x, height }) => (
					<rect key={x} x={x + 0.1} y={1 - height} width={0.8} height={height} className={FILLS[row.severity]} />
				))}
			</svg>
		</div>
	);
}

const words = ({ rows }: Picture) =>
	rows
		.map(({ severity, peak }) => (peak ? `${severity}: at most ${peak.count} in a day` : `${severity}: none`))
		.join("; ");

type Props = {
	days: ScanOverview["days"];
	/** Milliseconds: the picture ends today. */
	now: number;
};

/** What completed scans found, day by day, each severity on a strip of its own and all on one scale. */
export function FindingsPicture({ days, now }: Props) {
	const picture = pictureOf(days, now);
	if (!picture) return <p className="text-15">No scan has been completed in the last 90 days.</p>;
	return (
		<figure>
			<div
				role="img"
				aria-label={`Findings by day from ${dayWords(picture.from)} to ${dayWords(picture.to)}. ${words(picture)}.`}
			>
				{picture.rows.map((row) => (
					<Strip key={row.severity} row={row} width={picture.width} />
				))}
				<p className="flex justify-between text-13 text-quiet tabular-nums md:ps-50">
					<span>{dayWords(picture.from)}</span>
					<span>{dayWords(picture.to)}</span>
				</p>
			</div>
			<figcaption className="mt-2 max-w-[62ch] text-13 text-quiet">
				Findings of completed scans by the day they ended (UTC), all on one scale. What is rated none stands in the
				table.
			</figcaption>
			<DaysTable days={days} />
		</figure>
	);
}
