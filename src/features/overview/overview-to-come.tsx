import { TilesToCome } from "./tiles.tsx";

const ROWS = ["first", "second", "third"];

/** Placeholders while the overview loads, where its parts will be. */
export function OverviewToCome() {
	return (
		<div aria-hidden="true">
			<p className="mb-3 font-semibold text-20">Do first</p>
			<ul className="mb-4 border-line lg:mb-8 lg:border-b">
				{ROWS.map((row) => (
					<li key={row} className="flex min-h-14 flex-col justify-center gap-2 border-line border-t">
						<span className="block h-4 w-48 max-w-full rounded-control bg-line" />
						<span className="block h-3 w-32 rounded-control bg-line" />
					</li>
				))}
			</ul>
			<TilesToCome />
		</div>
	);
}
