import { useEffect, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { browserHost, storageFacts } from "./storage-facts.ts";

const inClear = (what: string) => `anyone who can use this browser profile can read ${what}, even after you sign out.`;

/** Who can read what is waiting. */
function readableText(waiting: readonly Entry[]): string {
	const open = waiting.filter((entry) => !isSealed(entry)).length;
	if (open === waiting.length) return `Waiting requests are not encrypted: ${inClear("them")}`;
	const sealed =
		"Sealed requests are encrypted, and only the server can open them. Their times, sizes and workspaces, and the server’s answers, are not.";
	if (open === 0) return sealed;
	return open === 1
		? `${sealed} 1 request here is not sealed: ${inClear("it")}`
		: `${sealed} ${counted(open, "request")} here are not sealed: ${inClear("them")}`;
}

/** Says who can read what is here, and how reliable this browser's storage is. When the entries change, so does the free space. */
export function StorageNote({ entries }: { entries: readonly Entry[] }) {
	const waiting = entries.filter(isWaiting);
	const count = entries.length;
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
				<li>{readableText(waiting)}</li>
				{sentences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</section>
	);
}
