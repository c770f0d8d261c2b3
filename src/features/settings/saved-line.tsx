/** Confirms an action. Always rendered, so that screen readers announce it when it fills. */
export function SavedLine({ children }: { children: string | false }) {
	return (
		<p role="status" className="text-15 empty:hidden">
			{children}
		</p>
	);
}
