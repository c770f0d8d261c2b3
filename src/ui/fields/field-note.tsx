import type { ReactNode } from "react";

type Props = { id: string; error: string; hint?: ReactNode };

/** What stands below a field and belongs to it: what is wrong, else what helps. Announced with the field, not by itself. */
export function FieldNote({ id, error, hint }: Props) {
	if (error === "" && !hint) return null;
	return (
		<div id={id} className={`mt-1.5 text-15 ${error === "" ? "text-quiet" : "font-medium text-high"}`}>
			{error === "" ? hint : error}
		</div>
	);
}
