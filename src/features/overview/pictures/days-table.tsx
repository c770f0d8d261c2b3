import { SEVERITIES } from "#contract/findings/severity.ts";
import { dayText } from "#contract/format/time.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import type { Day } from "./picture.ts";

const CELL = "border-line border-t py-2 ps-4 text-end tabular-nums";

type Props = {
	/** What the numbers count. */
	label: string;
	days: readonly Day[];
};

/** The numbers behind a chart, newest day first. */
export function DaysTable({ label, days }: Props) {
	return (
		<details className="mt-4">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				The same as a table
			</summary>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to. */}
			<section aria-label={label} tabIndex={0} className="mt-2 max-h-96 overflow-auto">
				<table className="w-full text-15">
					<thead>
						<tr>
							<th scope="col" className="pb-2 text-start font-semibold">
								Day
							</th>
							{SEVERITIES.map((severity) => (
								<th key={severity} scope="col" className="pb-2 ps-4 text-end font-semibold">
									<SeverityMark severity={severity} />
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{days.toReversed().map(({ day, open }) => (
							<tr key={day}>
								<th
									scope="row"
									className="whitespace-nowrap border-line border-t py-2 text-start font-normal tabular-nums"
								>
									<time dateTime={day}>{dayText(day)}</time>
								</th>
								{SEVERITIES.map((severity) => (
									<td key={severity} className={CELL}>
										{open[severity]}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</details>
	);
}
