/** A small outline on a 12-unit grid beside a label: states differ by ink and shape, never by a severity color. */
export function ShapeMark({ path }: { path: string }) {
	return (
		<svg
			viewBox="0 0 12 12"
			aria-hidden="true"
			className="size-3.5 flex-none"
			fill="none"
			stroke="currentColor"
			strokeWidth={1.5}
		>
			<path d={path} />
		</svg>
	);
}
