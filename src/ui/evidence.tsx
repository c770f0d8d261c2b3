type Props = {
	/** Where the text comes from. */
	source: string;
	/** The exact text. */
	text: string;
};

/** What a tool saw: in a monospaced font on ruled lines, with its source. */
export function Evidence({ source, text }: Props) {
	return (
		<figure className="min-w-0 border border-line bg-paper">
			<figcaption className="wrap-anywhere border-line border-b px-3 py-1 text-13 text-quiet">{source}</figcaption>
			<pre className="ruled wrap-anywhere whitespace-pre-wrap px-3 font-mono text-13 leading-[1.9]">{text}</pre>
		</figure>
	);
}
