import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { DEFAULT_SOLUTION, SOLUTION_IDS, type SolutionId, solutions } from "#src/content/landing/solutions.ts";
import { FeaturedSolution } from "./featured-solution.tsx";

const named = (hash: string): SolutionId | undefined => SOLUTION_IDS.find((id) => hash === `#${id}`);

/** Nine cards, as in a drawer, and the selected one in full. An address that names one selects it. */
export function SolutionsSection() {
	const [selected, setSelected] = useState<SolutionId>(DEFAULT_SOLUTION);
	const { hash, key } = useLocation();
	const panel = useRef<HTMLDivElement>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again selects it again.
	useEffect(() => {
		const id = named(hash);
		if (id) setSelected(id);
	}, [hash, key]);

	const choose = (id: SolutionId) => {
		setSelected(id);
		// On a phone the selected one is below the cards, maybe out of sight: at least its header is scrolled into view.
		panel.current?.querySelector("header")?.scrollIntoView({ block: "nearest" });
	};

	return (
		<section id="solutions" aria-labelledby="solutions-heading" className="border-line border-t">
			<div className="frame py-16 lg:py-24">
				<div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
					<h2 id="solutions-heading" className="font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
						Our Solutions
					</h2>
					<Link to="/solutions" className="inline-flex min-h-11 items-center text-17">
						All nine at a glance
					</Link>
				</div>
				<div className="mt-6 grid grid-cols-1 gap-6 lg:mt-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-8">
					<ul className="grid grid-cols-2 content-start gap-2 md:grid-cols-3 lg:auto-rows-fr lg:grid-cols-1 lg:content-stretch lg:gap-1">
						{SOLUTION_IDS.map((id, at) => {
							const { name, look } = solutions[id];
							return (
								<li key={id} className="flex last:max-md:col-span-2">
									<button
										type="button"
										id={id}
										aria-pressed={id === selected}
										aria-controls="featured-solution"
										onClick={() => choose(id)}
										className={`flex min-h-18 w-full cursor-pointer flex-col justify-between gap-x-5 gap-y-1 rounded-e-control border border-line border-s-2 bg-raised p-3 text-start lg:min-h-14 lg:flex-row lg:items-center lg:justify-start lg:px-5 transition-colors duration-120 hover:border-y-ink hover:border-e-ink aria-pressed:border-y-ink aria-pressed:border-e-ink aria-pressed:bg-ink aria-pressed:text-paper ${look.edge}`}
									>
										<span
											aria-hidden="true"
											className={`font-semibold text-13 tabular-nums in-aria-pressed:text-paper ${look.mark}`}
										>
											{`0${at + 1}`}
										</span>
										<span className="font-medium text-15 leading-snug lg:text-17">{name}</span>
									</button>
								</li>
							);
						})}
					</ul>
					<div ref={panel} id="featured-solution">
						<FeaturedSolution key={selected} solution={solutions[selected]} />
					</div>
				</div>
			</div>
		</section>
	);
}
