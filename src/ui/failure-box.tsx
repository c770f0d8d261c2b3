import type { ReactNode } from "react";

type Props = {
	title: string;
	children: ReactNode;
};

/** Says next to a form that submitting it failed. Screen readers announce it. */
export function FailureBox({ title, children }: Props) {
	return (
		<div role="alert" className="arrive rounded-control border border-high border-s-4 bg-raised px-4 py-3 text-15">
			<p className="font-semibold text-high">{title}</p>
			{children}
		</div>
	);
}
