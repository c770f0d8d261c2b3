import { Link } from "react-router-dom";
import type { Solution } from "#src/content/landing/solutions.ts";
import { Readout } from "#src/ui/readout.tsx";
import { Drawing } from "./drawing.tsx";

/** The selected solution in full. */
export function FeaturedSolution({ solution: { id, name, description, features, stats } }: { solution: Solution }) {
	return (
		<article
			aria-labelledby="featured-name"
			className="flex h-full flex-col rounded-card border border-line-strong bg-raised p-5 md:p-8 lg:min-h-[38rem]"
		>
			<header className="grid scroll-mb-6 grid-cols-1 items-start gap-x-6 md:grid-cols-[minmax(0,1fr)_13rem]">
				<div className="max-md:mb-4 max-md:max-w-40 md:order-2">
					<Drawing of={id} />
				</div>
				<div>
					<h3 id="featured-name" className="font-semibold font-serif text-26 tracking-[-0.01em] lg:text-34">
						{name}
					</h3>
					<p className="mt-3 max-w-[40ch] text-17">{description}</p>
				</div>
			</header>
			<ul className="mt-6 border-line border-b">
				{features.map((feature) => (
					<li key={feature} className="border-line border-t py-2.5 text-15 md:text-17">
						{feature}
					</li>
				))}
			</ul>
			<div className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4">
				{stats.map(({ label, value }) => (
					<Readout key={label} reading={value} unit="" label={label} />
				))}
			</div>
			<p className="mt-auto flex flex-wrap items-center gap-x-6 pt-6">
				<Link to={`/solutions/${id}`} className="inline-flex min-h-11 items-center font-semibold text-17">
					{`More about ${name}`}
				</Link>
				<Link to="/demo" className="inline-flex min-h-11 items-center text-17">
					See it in 30 minutes
				</Link>
				<Link to="/contact" className="inline-flex min-h-11 items-center text-17">
					Ask us
				</Link>
			</p>
		</article>
	);
}
