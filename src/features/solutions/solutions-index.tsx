import { Link } from "react-router-dom";
import { segmentPages } from "#src/content/pages/segments.ts";
import { solutionPages } from "#src/content/pages/solutions.ts";

/** All solutions, like a report's table of contents. */
export function SolutionsIndex() {
	return (
		<section className="frame pt-12 pb-24 lg:pt-24">
			<h1 className="max-w-[22ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
				Nine parts, one record of evidence
			</h1>
			<p className="mt-5 max-w-[60ch] text-17 lg:text-20">
				What each part is for, what you can use today, and where it ends.
			</p>
			<ol className="mt-12 grid max-w-3xl border-line-strong border-s">
				{Object.entries(solutionPages).map(([id, { title, description }]) => (
					<li
						key={id}
						className="relative pb-8 ps-7 before:absolute before:start-0 before:top-4 before:w-4 before:border-line-strong before:border-t md:ps-10 md:before:w-6"
					>
						<h2 className="font-semibold font-serif text-26 tracking-[-0.01em]">
							<Link to={`/solutions/${id}`} className="text-ink no-underline hover:underline">
								{title}
							</Link>
						</h2>
						<p className="mt-1 max-w-[60ch] text-17">{description}</p>
					</li>
				))}
			</ol>
			<h2 className="mt-12 font-semibold font-serif text-26 tracking-[-0.01em]">Who they serve</h2>
			<ul className="mt-4 grid max-w-3xl">
				{Object.entries(segmentPages).map(([id, { title, description }]) => (
					<li key={id} className="border-line border-t py-4">
						<Link to={`/solutions/${id}`} className="inline-flex min-h-11 items-center font-semibold text-17">
							{title}
						</Link>
						<p className="max-w-[60ch] text-17">{description}</p>
					</li>
				))}
			</ul>
			<p className="mt-8 text-17">
				<Link to="/contact" className="inline-flex min-h-11 items-center">
					Ask which one you need
				</Link>
			</p>
		</section>
	);
}
