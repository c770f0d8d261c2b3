type Props = {
	className?: string;
	/** How far down it is in the surrounding drawing, if it is part of one. */
	y?: string;
};

/** The plumb bob, our logo: the weight at the end of the line, tip down, with two facets of brass. */
export function Bob({ className, y }: Props) {
	return (
		<svg
			viewBox="0 0 12 20"
			aria-hidden="true"
			className={className}
			{...(y && { y, width: "0.75rem", height: "1.25rem" })}
		>
			<path d="M6 0v5" stroke="var(--line-strong)" fill="none" />
			<path d="M4.5 3.5h3v2h-3z" fill="var(--brass)" />
			<path d="M6 5 1 9.5 6 20z" fill="var(--brass)" />
			<path d="M6 5l5 4.5L6 20z" fill="color-mix(in srgb, var(--brass) 68%, var(--ink))" />
		</svg>
	);
}
