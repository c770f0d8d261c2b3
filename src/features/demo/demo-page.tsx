import { DEMO_MINUTES } from "#contract/site/leads.ts";
import { site } from "#src/config/site.ts";
import { Part } from "#src/ui/page/part.tsx";
import { DemoForm } from "./demo-form.tsx";

export const meta = {
	title: `A ${DEMO_MINUTES}-minute demo | ${site.name}`,
	description: `${DEMO_MINUTES} minutes with someone who knows the product, about your own site. Tell us when works for you.`,
} as const;

const PLAN = [
	["5", "Your situation: who asks you for proof, and by when."],
	["10", "A live scan of a host you own, and a walk through its report."],
	["10", "The scans that probe, the outbox, and how evidence is kept."],
	["5", "Your questions, and a plain answer on whether this fits."],
] as const;

export default function DemoPage() {
	return (
		<>
			<section className="frame pt-12 pb-12 lg:pt-24 lg:pb-16">
				<h1 className="max-w-[20ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
					{`${DEMO_MINUTES} minutes, your own site`}
				</h1>
				<p className="mt-5 max-w-[54ch] text-17 lg:text-20">
					No slides. We scan something of yours and read the report together, good or bad.
				</p>
			</section>
			<Part id="plan" heading={`How we use the ${DEMO_MINUTES} minutes`}>
				<ol className="grid max-w-[60ch]">
					{PLAN.map(([minutes, text]) => (
						<li key={text} className="grid grid-cols-[5rem_minmax(0,1fr)] border-line border-t py-4 text-17">
							<span className="font-semibold tabular-nums">{`${minutes} min`}</span>
							<span>{text}</span>
						</li>
					))}
				</ol>
			</Part>
			<Part id="ask" heading="Tell us when works for you">
				<DemoForm />
			</Part>
		</>
	);
}
