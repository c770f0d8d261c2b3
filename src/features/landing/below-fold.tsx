import { FurtherSection } from "./further-section.tsx";
import { Reveal } from "./reveal.tsx";
import { ScanSteps } from "./scan-steps.tsx";
import { SegmentsSection } from "./segments-section.tsx";
import { SolutionsSection } from "./solutions-section.tsx";
import { WaitlistSection } from "./waitlist-section.tsx";
import { WhySection } from "./why-section.tsx";

/** The first page below its first screen, in the order of the specification. In one piece: anchors into it find their place. */
export default function BelowFold() {
	return (
		<>
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
