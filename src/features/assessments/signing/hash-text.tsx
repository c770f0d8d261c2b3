/** The hash of the answers: enough to compare with the PDF, and the whole hash on demand. */
export const HashText = ({ sha256 }: { sha256: string }) => (
	<details className="text-13">
		<summary className="inline-flex min-h-11 cursor-pointer items-center gap-2">
			Hash of the answers <span className="font-mono">{sha256.slice(0, 8)}</span>
		</summary>
		<p className="wrap-anywhere ruled pb-1 font-mono">{sha256}</p>
	</details>
);
