import { useEffect, useState } from "react";
import { browserHost, storageFacts } from "./storage-facts.ts";

/** Says how reliable this browser's storage is. `count` is the number of entries: when it changes, so does the free space. */
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
		<section aria-labelledby="storage-note" className="mt-8 max-w-[46rem] border-line border-t pt-4">
			<h2 id="storage-note" className="font-semibold text-17">
				How it is stored
			</h2>
			<ul className="mt-2 grid gap-1 text-15 text-quiet">
				<li>
					Waiting requests are not encrypted: anyone who can use this browser profile can read them, even after you sign
					out.
				</li>
				{sentences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</section>
	);
}
