import type { ComponentProps, ReactNode } from "react";
import { FieldNote } from "./field-note.tsx";

type Props = Omit<ComponentProps<"input">, "type" | "className" | "children"> & {
	id: string;
	/** The label, which may contain links. */
	children: ReactNode;
	error?: string | undefined;
};

/** A checkbox with its label. */
export function CheckField({ id, children, error = "", ...props }: Props) {
	return (
		<div>
			<div className="flex min-h-11 items-start gap-3">
				<input
					id={id}
					type="checkbox"
					aria-invalid={error !== "" || undefined}
					aria-describedby={error === "" ? undefined : `${id}-note`}
					className="mt-2.5 size-6 flex-none cursor-pointer accent-accent"
					{...props}
				/>
				<label htmlFor={id} className="cursor-pointer py-2.5 text-15">
					{children}
				</label>
			</div>
			<FieldNote id={`${id}-note`} error={error} />
		</div>
	);
}
