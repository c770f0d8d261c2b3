import { useState } from "react";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { Button } from "#src/ui/button.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { keptText, useDeviceStorage } from "./device-storage.ts";

/** Deletes what this device keeps for reading. Nothing here touches the outbox. */
export function ClearSection() {
	const { storage, look } = useDeviceStorage();
	const [message, setMessage] = useState<string | false>(false);
	const kept = storage?.kept;
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
	return (
		<Section id="clear" heading="Clear this device">
			<p className="text-15">
				This deletes the pages kept for reading without a connection{kept && kept.count > 0 && ` (${keptText(kept)})`}.
				Requests in the outbox and your answers to the questionnaire stay.
			</p>
			<div>
				<Button variant="secondary" disabled={!kept?.count} onClick={clear}>
					Clear pages kept for reading
				</Button>
			</div>
			<SavedLine>{message}</SavedLine>
		</Section>
	);
}
