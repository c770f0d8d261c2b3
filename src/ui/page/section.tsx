import type { ReactNode } from "react";

type Props = { id: string; heading: string; children: ReactNode };

/** A part of a long page under its heading. */
export function Section({ id, heading, children }: Props) {
	return (
		<section aria-labelledby={id} className="mt-10">
			<h2 id={id} className="mb-3 font-semibold text-20">
				{heading}
			</h2>
			{children}
		</section>
	);
}
