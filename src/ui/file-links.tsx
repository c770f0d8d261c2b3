export type FileLink = {
	label: string;
	href: string;
	/** The name to save it as, or empty for the server's; null if the link opens it instead. */
	download: string | null;
};

/** Links to the same thing in several file formats. */
export function FileLinks({ files }: { files: readonly FileLink[] }) {
	return (
		<ul className="mt-4 grid gap-3">
			{files.map(({ label, href, download }) => (
				<li key={label}>
					<a
						href={href}
						{...(download === null ? { target: "_blank", rel: "noreferrer" } : { download })}
						className="inline-flex min-h-12 w-full items-center justify-center rounded-control border border-line-strong px-4 font-semibold text-17 text-ink no-underline hover:border-ink"
					>
						{label}
					</a>
				</li>
			))}
		</ul>
	);
}
