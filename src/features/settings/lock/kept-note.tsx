import { useEffect, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { useOnline } from "#src/lib/device/use-online.ts";

/** How many pages are kept for reading; null until it is known. */
function useKeptPages(): number | null {
	const [count, setCount] = useState<number | null>(null);
	useEffect(() => {
		keptStore.facts().then(
			(facts) => setCount(facts.count),
			() => undefined,
		);
	}, []);
	return count;
}

/** What a change of the lock deletes, for the question before it. */
export function KeptNote() {
	const online = useOnline();
	const count = useKeptPages();
	if (count === 0) return <>No pages are kept on this device yet, so none are deleted.</>;
	const pages = count === null ? "Pages" : counted(count, "page");
	return (
		<>
			{pages} kept for reading {count === 1 ? "is" : "are"} deleted, and kept again as you open them online. Take
			clients along again after that. Requests waiting to be sent stay.
			{!online && (
				<b className="mt-2 block font-semibold">
					You are offline: until there is a connection, you can’t read them on this device.
				</b>
			)}
		</>
	);
}
