/** Says that something is done. There from the start, so that it is read out when it fills. */
export function SavedLine({ children }: { children: string | false }) {
	return (
		<p role="status" className="text-15 empty:hidden">
			{children}
		</p>
	);
}
