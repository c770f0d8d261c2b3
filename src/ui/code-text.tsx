/** A sentence with names of headers, records and settings in backticks, as our rules write them. */
export function CodeText({ text }: { text: string }) {
	return text.split("`").map((part, index) =>
		index % 2 === 0 ? (
			part
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
			<code key={index} className="wrap-anywhere font-mono text-13">
				{part}
			</code>
		),
	);
}
