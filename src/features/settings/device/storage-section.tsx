import { useIsFetching } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { sizeText } from "#contract/format/size.ts";
import { keptStore } from "#src/lib/data/kept-data-here.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "../fact-list.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { askToPersist, type DeviceStorage, readDeviceStorage } from "./device-storage.ts";

/** What was just read is stored a moment later, in milliseconds. */
const SETTLED_MS = 500;

const waitingText = (count: number) =>
	count === 0 ? "Nothing waiting" : count === 1 ? "1 request waiting" : `${count} requests waiting`;

const keptText = ({ count, size }: { count: number; size: number }) =>
	count === 0 ? "Nothing" : `${count === 1 ? "1 page" : `${count} pages`}, ${sizeText(size)}`;

const promised = {
	true: "Protected by the browser",
	false: "May be cleared if space runs low",
	null: "Unknown in this browser",
};

/** What this device stores, and the controls for it. Nothing here touches the outbox. */
export function StorageSection() {
	const entries = useEntries();
	const waiting = entries?.filter(isWaiting).length ?? 0;
	const [storage, setStorage] = useState<DeviceStorage | null>(null);
	const [message, setMessage] = useState<string | false>(false);
	const look = useCallback(async () => setStorage(await readDeviceStorage()), []);
	const reading = useIsFetching() > 0;
	useEffect(() => {
		const timer = setTimeout(look, reading ? 0 : SETTLED_MS);
		return () => clearTimeout(timer);
	}, [look, reading]);

	const clear = async () => {
		const done = await keptStore.clear().then(
			() => true,
			() => false,
		);
		setMessage(
			done ? "Cleared. Pages you open from now on are kept again." : "This could not be cleared. Please try again.",
		);
		await look();
	};
	const persist = async () => {
		const granted = await askToPersist();
		setMessage(
			granted ? "The browser will keep it." : "The browser did not agree to keep it. You can ask again later.",
		);
		await look();
	};

	return (
		<Section id="storage" heading="Storage and offline">
			<p className="text-15 text-quiet">
				Pages you have opened stay on this device for up to 30 days, so you can read them without a connection. Signing
				out deletes them. Requests waiting to be sent are in the <Link to="/dashboard/outbox">outbox</Link>.
			</p>
			{storage && (
				<FactList
					facts={[
						["In the outbox", waitingText(waiting)],
						[
							"Kept for reading",
							storage.kept ? keptText(storage.kept) : "Nothing: this browser does not allow storage here",
						],
						["Opens without a connection", storage.files ? `Yes, ${storage.files} files` : "Not yet"],
						...(storage.room
							? [["Space used", `${sizeText(storage.room.usage)} of ${sizeText(storage.room.quota)}`] as const]
							: []),
						["Long-term storage", promised[`${storage.persisted}`]],
					]}
				/>
			)}
			<div className="flex flex-wrap gap-3">
				<Button variant="secondary" disabled={!storage?.kept?.count} onClick={clear}>
					Clear pages kept for reading
				</Button>
				{storage?.persisted === false && (
					<Button variant="secondary" onClick={persist}>
						Ask the browser to keep it
					</Button>
				)}
			</div>
			<SavedLine>{message}</SavedLine>
		</Section>
	);
}
