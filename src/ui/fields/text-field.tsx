import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "className"> & {
	id: string;
	label: string;
	/** Shown below the field, except that a button directly after the field appears at its end. */
	children?: ReactNode;
};

/** A text field with its label. When read-only it looks like evidence, because it can't be changed. */
export function TextField({ id, label, children, ...props }: Props) {
	return (
		<div className="relative min-w-0 grow">
			<label htmlFor={id} className="mb-1.5 block font-medium text-15">
				{label}
			</label>
			<input
				id={id}
				className="block h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 text-17 text-ink placeholder:text-15 placeholder:text-quiet placeholder:opacity-100 read-only:rounded-none read-only:border-transparent read-only:border-b-line-strong read-only:bg-transparent read-only:px-0 read-only:font-mono read-only:text-15 hover:border-ink has-[+button]:pe-18 disabled:text-quiet aria-invalid:border-high"
				{...props}
			/>
			{children}
		</div>
	);
}
