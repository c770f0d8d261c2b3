import { FurtherSection } from "./further-section.tsx";
import { Receipts } from "./receipts/receipts.tsx";
import { Reveal } from "./reveal.tsx";
import { ScanSteps } from "./scan-steps.tsx";
import { SegmentsSection } from "./segments/segments-section.tsx";
import { SolutionsSection } from "./solutions/solutions-section.tsx";
import { WaitlistSection } from "./waitlist/waitlist-section.tsx";
import { WhySection } from "./why/why-section.tsx";

/** The landing page below its first screen, in the order of the specification. In one chunk, so that anchors into it find their place. */
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
