import type { ReactNode } from "react";

type Props = { id: string; heading: string; children: ReactNode };

export function Section({ id, heading, children }: Props) {
	return (
		<section aria-labelledby={id} className="grid gap-y-4 border-line border-t py-8">
			<h2 id={id} className="font-semibold text-20">
				{heading}
			</h2>
			{/* A list at the end of a section draws no bottom rule: the next section starts with one. */}
			<div className="grid max-w-md gap-5 [&>:last-child:is(ul,ol)>:last-child]:border-b-0">{children}</div>
		</section>
	);
}
