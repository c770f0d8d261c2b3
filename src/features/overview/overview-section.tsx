import type { ReactNode } from "react";

type Props = {
	id: string;
	heading: string;
	sample: boolean;
	/** Whether it is the first of the page. */
	leads?: boolean;
	children: ReactNode;
};

/** A section of the overview. */
export function OverviewSection({ id, heading, sample, leads = false, children }: Props) {
	return (
		<section aria-labelledby={id} className={`min-w-0 ${leads ? "" : "mt-10"}`}>
			<h2 id={id} className="mb-3 flex items-baseline justify-between gap-4 font-semibold text-20">
				{heading}
				{sample && <span className="flex-none font-normal text-13 text-quiet">Sample</span>}
			</h2>
			{children}
		</section>
	);
}
