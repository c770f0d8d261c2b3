import { useIsFetching } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { sizeText } from "#contract/format/size.ts";
import { keptStore } from "#src/lib/data/kept-data-here.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { askToPersist, type DeviceStorage, readDeviceStorage } from "./device-storage.ts";
import { FactList } from "./fact-list.tsx";
import { SavedLine } from "./saved-line.tsx";
import { Section } from "./section.tsx";

/** What was read just now is kept a moment later, in milliseconds. */
const SETTLED_MS = 500;

const waitingWords = (count: number) =>
	count === 0 ? "Nothing waits" : count === 1 ? "One request waits" : `${count} requests wait`;

const keptWords = ({ count, size }: { count: number; size: number }) =>
	count === 0 ? "Nothing" : `${count === 1 ? "One answer" : `${count} answers`}, ${sizeText(size)}`;

const promised = {
	true: "Yes",
	false: "No, it may be cleared when room gets scarce",
	null: "This browser does not say",
};

/** What this device keeps, and what can be done about it. Nothing here touches the outbox. */
export function StorageSection() {
	const entries = useEntries();
	const waiting = entries?.filter(isWaiting).length ?? 0;
	const [storage, setStorage] = useState<DeviceStorage | null>(null);
	const [said, setSaid] = useState<string | false>(false);
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
		setSaid(
			done ? "Cleared. What you read from now on is kept again." : "This could not be cleared. Please try again.",
		);
		await look();
	};
	const persist = async () => {
		const granted = await askToPersist();
		setSaid(
			granted ? "This browser has promised to keep it." : "This browser has not promised it. You can ask again later.",
		);
		await look();
	};

	return (
		<Section id="storage" heading="Storage and offline">
			<p className="text-15 text-quiet">
				What you have read stays on this device for when there is no connection, for 30 days at most, until you sign
				out. What waits to be sent is in the <Link to="/dashboard/outbox">outbox</Link>.
			</p>
			{storage && (
				<FactList
					facts={[
						["In the outbox", waitingWords(waiting)],
						[
							"Kept for reading",
							storage.kept ? keptWords(storage.kept) : "Nothing: this browser gives no storage here",
						],
						["Opens without a connection", storage.files ? `Yes, ${storage.files} files` : "Not yet"],
						...(storage.room
							? [
									[
										"In use, of what this browser allows",
										`${sizeText(storage.room.usage)} of ${sizeText(storage.room.quota)}`,
									] as const,
								]
							: []),
						["Promised to be kept", promised[`${storage.persisted}`]],
					]}
				/>
			)}
			<div className="flex flex-wrap gap-3">
				<Button variant="secondary" disabled={!storage?.kept?.count} onClick={clear}>
					Clear what is kept for reading
				</Button>
				{storage?.persisted === false && (
					<Button variant="secondary" onClick={persist}>
						Ask to keep it
					</Button>
				)}
			</div>
			<SavedLine>{said}</SavedLine>
		</Section>
	);
}
