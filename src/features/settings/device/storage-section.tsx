import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { useLock } from "#src/lib/lock/use-lock.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { useAllEntries } from "#src/lib/outbox/use-entries.ts";
import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { useMemberships } from "#src/lib/workspace/use-memberships.ts";
import { refreshWorkspaces } from "#src/lib/workspace/workspace-queries.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { line } from "#src/outbox/platform/browser.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FactList } from "../fact-list.tsx";
import { SealOffer } from "../lock/seal-offer.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { askToPersist, keptText, PROMISED, useDeviceStorage } from "./device-storage.ts";

/** A choice that is stored on this device. */
type Choice = { read(): Promise<boolean>; write(flag: boolean): Promise<void> };

/**
 * This device's choice; null until it is known, and where nothing can be stored. Changing it resolves with whether it was stored. `choice`
 * is the same in every render.
 */
function useDeviceChoice(choice: Choice): [boolean | null, (flag: boolean) => Promise<boolean>] {
	const [flag, setFlag] = useState<boolean | null>(null);
	useEffect(() => {
		choice.read().then(setFlag, () => undefined);
	}, [choice]);
	const change = async (next: boolean) => {
		setFlag(next);
		try {
			await choice.write(next);
			return true;
		} catch {
			setFlag(!next);
			return false;
		}
	};
	return [flag, change];
}

const SEALED = { read: () => sealKeys.onDevice(), write: (flag: boolean) => sealKeys.setOnDevice(flag) };

/** Whether everything that waits on this device is sealed. */
const useSealOnDevice = () => useDeviceChoice(SEALED);

/** How many files the outbox holds, and their bytes; null until it is known. Read again when `waiting` changes. */
function useFilesHeld(waiting: number): { count: number; bytes: number } | null {
	const [held, setHeld] = useState<{ count: number; bytes: number } | null>(null);
	useEffect(() => {
		let over = false;
		void waiting;
		browserOutbox()
			.filesHeld()
			.then(
				(found) => over || setHeld(found),
				() => undefined,
			);
		return () => {
			over = true;
		};
	}, [waiting]);
	return held;
}

const WIFI_ONLY = {
	read: () => browserOutbox().filesOnWifiOnly(),
	write: (flag: boolean) => browserOutbox().setFilesOnWifiOnly(flag),
};

/** Whether files wait for Wi-Fi on this device. */
const useWifiOnly = () => useDeviceChoice(WIFI_ONLY);

const NO_KEY_YET =
	"This device does not have the key to seal with yet. Connect once before you need it: until then, nothing can be saved.";

const AND = new Intl.ListFormat("en", { type: "conjunction" });

const waitingText = (count: number) =>
	count === 0 ? "Nothing waiting" : count === 1 ? "1 request waiting" : `${count} requests waiting`;

/** What this device stores, and the controls for it. Nothing here touches the outbox. */
export function StorageSection() {
	const entries = useAllEntries();
	const waiting = entries?.filter(isWaiting).length ?? 0;
	const { storage, look } = useDeviceStorage();
	const files = useFilesHeld(waiting);
	const [wifiOnly, setWifiOnly] = useWifiOnly();
	const [sealed, setSealed] = useSealOnDevice();
	// Under a lock, the offer is beside the lock.
	const isLockOpen = useLock().status === "open";
	const asking = useMemberships().flatMap(({ name, sealing }) => (sealing?.required ? name : []));
	const [message, setMessage] = useState<string | false>(false);
	const seal = async (on: boolean) => {
		if (!(await setSealed(on))) return setMessage("This device could not store that. Nothing was changed.");
		const ready = !on || (await sealKeys.hasAny().catch(() => true));
		setMessage(
			!ready ? NO_KEY_YET : on ? "What you save from now on is sealed." : "What you save from now on is not sealed.",
		);
		if (!ready) await refreshWorkspaces();
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
						...(files && files.count > 0
							? [["Files waiting", `${counted(files.count, "file")}, ${sizeText(files.bytes)}`] as const]
							: []),
						[
							"Kept for reading",
							storage.kept ? keptText(storage.kept) : "Nothing: this browser does not allow storage here",
						],
						["Opens without a connection", storage.files ? `Yes, ${storage.files} files` : "Not yet"],
						...(storage.room
							? [["Space used", `${sizeText(storage.room.usage)} of ${sizeText(storage.room.quota)}`] as const]
							: []),
						["Long-term storage", PROMISED[`${storage.persisted}`]],
					]}
				/>
			)}
			{wifiOnly !== null && (
				<CheckField id="files-wifi-only" checked={wifiOnly} onChange={({ target }) => void setWifiOnly(target.checked)}>
					Send photos and other files on Wi-Fi only
					<span className="block text-13 text-quiet">
						Words go out on any line.{" "}
						{line() !== "unknown" ? "" : "This browser does not say what kind of line it is on, so it sends on any."}
					</span>
				</CheckField>
			)}
			{sealed !== null && (
				<CheckField id="seal-here" checked={sealed} onChange={({ target }) => void seal(target.checked)}>
					Seal what waits on this device
					<span className="block text-13 text-quiet">
						Requests, photos and notes are encrypted as you save them, and only the server can open them. What waits
						already can be sealed too. A sealed request cannot be edited.
						{asking.length > 0 && ` Sealed in any case for ${AND.format(asking)}, which asks for it.`}
					</span>
				</CheckField>
			)}
			{sealed === true && !isLockOpen && <SealOffer onDone={setMessage} />}
			{storage?.persisted === false && (
				<div>
					<Button variant="secondary" onClick={persist}>
						Ask the browser to keep it
					</Button>
				</div>
			)}
			<SavedLine>{message}</SavedLine>
		</Section>
	);
}
