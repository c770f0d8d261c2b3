import type { ReactNode } from "react";

type Props = { id: string; heading: string; children: ReactNode };

export function Section({ id, heading, children }: Props) {
	return (
		<section aria-labelledby={id} className="grid gap-y-4 border-line border-t py-8">
			<h2 id={id} className="font-semibold text-20">
				{heading}
			</h2>
			<div className="grid max-w-md gap-5">{children}</div>
		</section>
	);
}
