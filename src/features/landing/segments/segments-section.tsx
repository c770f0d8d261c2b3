import { useState } from "react";
import { type Segment, segments } from "#src/content/landing/segments.ts";
import { Bob } from "#src/ui/page/bob.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { SegmentPanel } from "./segment-panel.tsx";
import { StageTable } from "./stage-table.tsx";

/** Who the product is for: by what they do, then by company size. */
export function SegmentsSection() {
	const [id, setId] = useState<Segment["id"]>("startups-and-scaleups");
	return (
		<section id="who-we-serve" aria-labelledby="who-heading" className="border-line border-t">
			<div className="frame pb-16 lg:pb-24">
				<span aria-hidden="true" className="flex w-3 flex-col items-center">
					<span className="h-12 w-0 border-line-strong border-s lg:h-20" />
					<Bob className="mb-5 w-3" />
				</span>
				<h2 id="who-heading" className="mb-6 font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
					Who We Serve
				</h2>
				<Tabs<Segment["id"]>
					label="Segments"
					tabs={segments.map(({ id, name }) => ({ name: id, label: name, count: null }))}
					selected={id}
					onSelect={setId}
				>
					{segments.map((segment) => (
						<div key={segment.id} className={segment.id === id ? "" : "hidden noscript:block print:block"}>
							<SegmentPanel segment={segment} />
						</div>
					))}
				</Tabs>
				<StageTable />
			</div>
		</section>
	);
}
