import {
	REQUIREMENT_STANDING_LABELS,
	REQUIREMENT_STANDINGS,
	type RequirementStanding,
	type RequirementStandingCounts,
	STANDING_SHAPES,
	type StandingCounts,
} from "#contract/controls/standing.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

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
			<ShapeMark path={STANDING_SHAPES[standing]} />
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
						<ShapeMark path={STANDING_SHAPES[standing]} />
						{REQUIREMENT_STANDING_LABELS[standing]}
					</span>
				</li>
			))}
		</ul>
	);
}
