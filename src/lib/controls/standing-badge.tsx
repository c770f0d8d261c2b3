import { STANDING_LABELS, STANDINGS, type Standing, type StandingCounts } from "#contract/controls/standing.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** Ink and shape, not severity colors. A line beside the plumb line speaks against; the bob at rest has seen nothing. */
const SHAPES: Record<Standing, string> = {
	"evidence-against": "M6 1v10M6 1l4.5 9.5",
	stale: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
	"none-seen": "M6 .5V6M3.5 6h5L6 11.5z",
	covered: "m1.5 6.5 3 3 6-7",
	"not-evaluated": "M1.5 6h2M5 6h2M8.5 6h2",
};

/** What needs a person is heavier; what nothing is known about is lighter. */
const LOOKS: Record<Standing, string> = {
	"evidence-against": "border-ink px-2 font-semibold text-ink",
	stale: "border-ink px-2 font-semibold text-ink",
	"none-seen": "border-line-strong px-2 font-medium text-ink",
	covered: "border-line-strong px-2 font-medium text-ink",
	"not-evaluated": "border-transparent text-quiet",
};

/** How something stands, as a word and a shape. */
export function StandingBadge({ standing }: { standing: Standing }) {
	return (
		<span
			data-standing={standing}
			className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-control border py-0.5 text-13 ${LOOKS[standing]}`}
		>
			<ShapeMark path={SHAPES[standing]} />
			{STANDING_LABELS[standing]}
		</span>
	);
}

/** How many stand how, as on an instrument. */
export function StandingReadout({ counts, label }: { counts: StandingCounts; label: string }) {
	return (
		<ul aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-3">
			{STANDINGS.map((standing) => (
				<li key={standing} className={counts[standing] === 0 ? "text-quiet" : ""}>
					<span className="block font-semibold text-26 leading-none tabular-nums">
						{counts[standing].toLocaleString("en")}
					</span>
					<span className="mt-1 flex items-center gap-1.5 text-13">
						<ShapeMark path={SHAPES[standing]} />
						{STANDING_LABELS[standing]}
					</span>
				</li>
			))}
		</ul>
	);
}
