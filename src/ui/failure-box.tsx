import type { ReactNode } from "react";

type Props = {
	title: string;
	children: ReactNode;
};

/** Says, beside what was submitted, that it did not succeed. Read out when it appears. */
export function FailureBox({ title, children }: Props) {
	return (
		<div role="alert" className="arrive rounded-control border border-high border-s-4 bg-raised px-4 py-3 text-15">
			<p className="font-semibold text-high">{title}</p>
			{children}
		</div>
	);
}
