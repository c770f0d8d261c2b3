import { useEffect, useState } from "react";
import { browserHost, storageFacts } from "./storage-facts.ts";

/** Says how far what is kept here can be relied on. `count` is how much is kept: when it changes, so does the room. */
export function StorageNote({ count }: { count: number }) {
	const [sentences, setSentences] = useState<string[]>([]);
	useEffect(() => {
		let over = false;
		void count;
		void storageFacts(browserHost()).then((facts) => {
			if (!over) setSentences(facts.sentences);
		});
		return () => {
			over = true;
		};
	}, [count]);
	if (sentences.length === 0) return null;
	return (
		<section aria-labelledby="storage-note" className="mt-12 max-w-[46rem] border-line border-t pt-4">
			<h2 id="storage-note" className="font-semibold text-17">
				How it is kept
			</h2>
			<ul className="mt-2 grid gap-1 text-15 text-quiet">
				<li>
					What waits here is not encrypted: anyone who can use this browser profile can read it, also after you sign
					out.
				</li>
				{sentences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</section>
	);
}
