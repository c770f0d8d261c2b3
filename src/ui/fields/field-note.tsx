import type { ReactNode } from "react";

type Props = { id: string; error: string; hint?: ReactNode };

/** The line below a field: its error, else its hint. Announced with the field, not on its own. */
export function FieldNote({ id, error, hint }: Props) {
	if (error === "" && !hint) return null;
	return (
		<div id={id} className={`mt-1.5 text-15 ${error === "" ? "text-quiet" : "font-medium text-high"}`}>
			{error === "" ? hint : error}
		</div>
	);
}
