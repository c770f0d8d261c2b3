import { codeSpans } from "#contract/format/code-spans.ts";

/** A sentence with names of headers, records and settings in backticks, as our rules write them. */
export function CodeText({ text }: { text: string }) {
	return codeSpans(text).map((stretch, index) =>
		stretch.code ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
			<code key={index} className="wrap-anywhere font-mono text-[0.875em]">
				{stretch.text}
			</code>
		) : (
			stretch.text
		),
	);
}
