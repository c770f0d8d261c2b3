import type { ScanOverview, SeverityCounts } from "#contract/scans/scans.ts";
import { Readout } from "#src/ui/readout.tsx";
import { countText, shortText } from "./number-text.ts";

const TILE = "border-line border-t py-4 lg:border-s lg:border-t-0 lg:ps-5 lg:py-1";
const TILES = "grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 lg:grid-cols-4";

type Props = {
	overview: ScanOverview;
	/** Open findings, as the list of vulnerabilities counts them. */
	open: SeverityCounts;
};

export function Tiles({ overview, open }: Props) {
	const { high, medium, low, none } = open;
	const rate = overview.successRate;
	const tiles = [
		{ reading: countText(overview.total), unit: "", label: "Total scans" },
		{ reading: countText(overview.active), unit: "", label: "Active scans" },
		{ reading: countText(high + medium + low + none), unit: `${shortText(high)} high`, label: "Vulnerabilities" },
		{ reading: rate === null ? "–" : String(rate), unit: rate === null ? "" : "%", label: "Success rate" },
	];
	return (
		<ul aria-label="Numbers" className={TILES}>
			{tiles.map((tile) => (
				<li key={tile.label} className={TILE}>
					<Readout {...tile} />
				</li>
			))}
		</ul>
	);
}

/** Placeholders while the numbers load. */
export function TilesToCome() {
	return (
		<div className={TILES}>
			{["Total scans", "Active scans", "Vulnerabilities", "Success rate"].map((label) => (
				<div key={label} className={TILE}>
					<span className="block h-8.5 w-16 rounded-control bg-line" />
					<span className="mt-1 block text-13 text-quiet">{label}</span>
				</div>
			))}
		</div>
	);
}
