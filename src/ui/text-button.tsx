import type { ComponentProps } from "react";

/** A small action in a row: text with a target large enough for a thumb. */
export function TextButton(props: Omit<ComponentProps<"button">, "className">) {
	return (
		<button
			type="button"
			className="min-h-11 cursor-pointer whitespace-nowrap text-15 text-accent underline underline-offset-4 disabled:cursor-default disabled:text-quiet disabled:no-underline aria-disabled:cursor-default aria-disabled:text-quiet aria-disabled:no-underline"
			{...props}
		/>
	);
}
