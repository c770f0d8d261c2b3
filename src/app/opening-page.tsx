import { site } from "#src/config/site.ts";

export const meta = {
	title: `Dashboard | ${site.name}`,
	description: "Scans, findings and reports.",
	indexable: false,
} as const;

/** Fills the shell until the address's own page has loaded. */
export default function OpeningPage() {
	return (
		<div className="frame pt-8 pb-24">
			<h1 className="font-semibold text-26 text-quiet">Opening</h1>
		</div>
	);
}
