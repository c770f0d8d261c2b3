import type { ComponentProps } from "react";

const VARIANTS = {
	/** The main action here. */
	primary:
		"border-accent bg-accent px-4 md:px-6 text-accent-ink enabled:hover:border-ink enabled:hover:bg-ink enabled:hover:text-paper disabled:border-line disabled:bg-line",
	/** Another action. */
	secondary: "border-line-strong bg-raised px-4 text-ink enabled:hover:border-ink disabled:border-line",
	/** A minor action, such as going back or canceling. */
	plain: "border-transparent px-1 text-accent underline underline-offset-4 enabled:hover:decoration-2",
} as const;

type Props = Omit<ComponentProps<"button">, "className"> & {
	variant: keyof typeof VARIANTS;
	/** As wide as its container. */
	wide?: boolean;
	/** In a row with other things: shorter with a mouse, tall enough for a thumb otherwise. */
	dense?: boolean;
};

/** A button large enough for a thumb. `type` is `button` by default. */
export function Button({ variant, wide = false, dense = false, ...props }: Props) {
	return (
		<button
			type="button"
			className={`inline-flex cursor-pointer wrap-normal md:whitespace-nowrap items-center justify-center rounded-control border font-semibold transition-colors duration-120 disabled:cursor-default disabled:text-quiet ${dense ? "min-h-9 text-15 pointer-coarse:min-h-11" : "min-h-12 text-17"} ${VARIANTS[variant]} ${wide ? "w-full" : ""}`}
			{...props}
		/>
	);
}
