import { axisDay } from "../number-text.ts";
import type { Picture, Row } from "./picture.ts";
import { Strip } from "./strip.tsx";

type Props = {
	picture: Picture;
	/** The text alternative. */
	label: string;
	note(row: Row): string;
};

/** One strip for each severity, all on one scale, above the first and the last day. */
export function Strips({ picture, label, note }: Props) {
	return (
		<div role="img" aria-label={label}>
			{picture.rows.map((row) => (
				<Strip key={row.severity} row={row} width={picture.width} note={note(row)} />
			))}
			<p className="flex justify-between text-13 text-quiet tabular-nums md:ps-50">
				<span>{axisDay(picture.from)}</span>
				<span>{axisDay(picture.to)}</span>
			</p>
		</div>
	);
}
