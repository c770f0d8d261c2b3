import { scanSteps } from "#src/content/landing/scan-steps.ts";
import { Part } from "#src/ui/page/part.tsx";
import { Readout } from "#src/ui/readout.tsx";
import { FurtherSection } from "./further-section.tsx";
import { Receipts } from "./receipts/receipts.tsx";
import { Reveal } from "./reveal.tsx";
import { SegmentsSection } from "./segments/segments-section.tsx";
import { SolutionsSection } from "./solutions/solutions-section.tsx";
import { WaitlistSection } from "./waitlist/waitlist-section.tsx";
import { WhySection } from "./why/why-section.tsx";

/** What a scan needs, sends and keeps, styled as instrument readings. */
function ScanSteps() {
	return (
		<Part id="scan-steps" heading="What happens when you press Scan">
			<ol className="grid gap-8">
				{scanSteps.map(({ reading, unit, label, title, text }) => (
					<li
						key={title}
						className="grid gap-x-8 gap-y-3 border-line border-b pb-8 last:border-0 last:pb-0 md:grid-cols-[9rem_1fr]"
					>
						<Readout reading={reading} unit={unit} label={label} />
						<div className="max-w-[62ch]">
							<h3 className="font-semibold text-17">{title}</h3>
							<p className="mt-1 text-17 text-quiet">{text}</p>
						</div>
					</li>
				))}
			</ol>
			<p className="mt-8 text-15 md:ms-44">
				{/* Rendered by the server, so it is not a route of this app. */}
				<a href="/scanner-info">What our scanner sends, and how to opt out</a>
			</p>
		</Part>
	);
}

/** The landing page below its first screen, in the order of the specification. One chunk, so that anchors scroll to the right place. */
export default function BelowFold() {
	return (
		<>
			<Receipts />
			<Reveal>
				<ScanSteps />
			</Reveal>
			<Reveal>
				<SolutionsSection />
			</Reveal>
			<Reveal>
				<WhySection />
			</Reveal>
			<Reveal>
				<WaitlistSection />
			</Reveal>
			<Reveal>
				<SegmentsSection />
			</Reveal>
			<Reveal>
				<FurtherSection />
			</Reveal>
		</>
	);
}
