type Props = {
	/** Where it was seen. */
	source: string;
	/** What was seen, word for word. */
	text: string;
};

/** What a tool saw: in mono, on ruled ground, with the place it came from. */
export function Evidence({ source, text }: Props) {
	return (
		<figure className="border border-line bg-paper">
			<figcaption className="border-line border-b px-3 py-1 text-13 text-quiet">{source}</figcaption>
			<pre className="ruled whitespace-pre-wrap break-words px-3 font-mono text-13 leading-[1.9]">{text}</pre>
		</figure>
	);
}
