import {
	REQUIREMENT_STANDING_LABELS,
	REQUIREMENT_STANDINGS,
	type RequirementStanding,
	type RequirementStandingCounts,
	type StandingCounts,
} from "#contract/controls/standing.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** Ink and shape, not severity colors. A line off the plumb line is evidence against; a bob at rest means no evidence. */
const SHAPES: Record<RequirementStanding, string> = {
	"evidence-against": "M6 1v10M6 1l4.5 9.5",
	stale: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
	partly: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 1.5v9",
	"none-seen": "M6 .5V6M3.5 6h5L6 11.5z",
	covered: "m1.5 6.5 3 3 6-7",
	"not-evaluated": "M1.5 6h2M5 6h2M8.5 6h2",
};

/** States that need attention are bolder; unknown ones are lighter. */
const LOOKS: Record<RequirementStanding, string> = {
	"evidence-against": "border-ink px-2 font-semibold text-ink",
	stale: "border-ink px-2 font-semibold text-ink",
	partly: "border-line-strong px-2 font-medium text-ink",
	"none-seen": "border-line-strong px-2 font-medium text-ink",
	covered: "border-line-strong px-2 font-medium text-ink",
	"not-evaluated": "border-transparent text-quiet",
};

/** A standing, as a word and a shape. `of`: how many of its controls have evidence, if only some do. */
export function StandingBadge({
	standing,
	of,
}: {
	standing: RequirementStanding;
	of?: { shown: number; controls: number };
}) {
	return (
		<span
			data-standing={standing}
			className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-control border py-0.5 text-13 ${LOOKS[standing]}`}
		>
			<ShapeMark path={SHAPES[standing]} />
			{REQUIREMENT_STANDING_LABELS[standing]}
			{standing === "partly" && of && `: ${of.shown} of ${of.controls}`}
		</span>
	);
}

/** The number of items per standing, drawn like a gauge. */
export function StandingReadout({
	counts,
	label,
}: {
	counts: StandingCounts | RequirementStandingCounts;
	label: string;
}) {
	// Data stored by an earlier release has no “partly”.
	const numbers = new Map(Object.entries(counts));
	const standings = REQUIREMENT_STANDINGS.filter((standing) => numbers.has(standing));
	return (
		<ul aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-3">
			{standings.map((standing) => (
				<li key={standing} className={numbers.get(standing) === 0 ? "text-quiet" : ""}>
					<span className="block font-semibold text-26 leading-none tabular-nums">
						{numbers.get(standing)?.toLocaleString("en")}
					</span>
					<span className="mt-1 flex items-center gap-1.5 text-13">
						<ShapeMark path={SHAPES[standing]} />
						{REQUIREMENT_STANDING_LABELS[standing]}
					</span>
				</li>
			))}
		</ul>
	);
}
