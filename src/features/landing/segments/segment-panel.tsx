import { Link } from "react-router-dom";
import type { Segment } from "#src/content/landing/segments.ts";
import { solutions } from "#src/content/landing/solutions.ts";
import { Readout } from "#src/ui/readout.tsx";

const SMALL = "font-normal text-13 text-quiet";

/** One segment: challenges, solutions, industries, statistics and a testimonial. */
export function SegmentPanel({ segment }: { segment: Segment }) {
	const { id, lead, challenges, industries, statistics, testimonial } = segment;
	return (
		<div className="grid grid-cols-1 gap-x-16 gap-y-8 pt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
			<div>
				<p className="max-w-[32ch] font-semibold text-20 lg:text-26">{lead}</p>
				<div className="mt-8 grid gap-8 md:grid-cols-2">
					<div>
						<h3 className={SMALL}>Challenges</h3>
						<ul className="mt-2 grid gap-3">
							{challenges.map((challenge) => (
								<li key={challenge} className="border-line border-t pt-3 text-17">
									{challenge}
								</li>
							))}
						</ul>
					</div>
					<div>
						<h3 className={SMALL}>Solutions</h3>
						<ul className="mt-2 grid gap-3">
							{segment.solutions.map((solution) => (
								<li key={solution} className="border-line border-t pt-3">
									<Link to={`/solutions/${solution}`} className="inline-flex min-h-6 items-center font-medium text-17">
										{solutions[solution].name}
									</Link>
									<p className="text-15 text-quiet">{solutions[solution].description}</p>
								</li>
							))}
						</ul>
					</div>
				</div>
			</div>
			<div className="grid content-start gap-8">
				<div className="grid grid-cols-2 gap-6">
					{statistics
						.filter(({ shown }) => shown)
						.map(({ value, label }) => (
							<Readout key={label} reading={value} unit="" label={label} />
						))}
				</div>
				<figure className="border-brass border-s-2 ps-5">
					<blockquote className="font-semibold font-serif text-20 leading-snug lg:text-26">
						{`“${testimonial.quote}”`}
					</blockquote>
					<figcaption className="mt-3 text-15 text-quiet">
						{testimonial.who}
						{testimonial.illustrative && <span className="block text-13">Illustrative: not a customer’s words.</span>}
					</figcaption>
				</figure>
				<div>
					<h3 className={SMALL}>Industries</h3>
					<p className="mt-1 text-17">{industries.join(" · ")}</p>
				</div>
				<Link
					to={`/solutions/${id}`}
					className="inline-flex min-h-12 items-center justify-self-start rounded-control border border-line-strong bg-raised px-4 font-semibold text-17 text-ink no-underline hover:border-ink"
				>
					Learn More About This Segment
				</Link>
			</div>
		</div>
	);
}
