import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { scanOfEntry } from "#contract/kinds/kinds.ts";
import { LABEL_LIMITS } from "#contract/scans/scans.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { KNOWN_CLIENTS } from "./known-clients.tsx";

type Props = {
	listed: readonly Entry[];
	chosen: readonly Entry[];
	online: boolean;
	onChooseAll(): void;
	onChooseNone(): void;
	onSend(entries: readonly Entry[]): void;
	onDiscard(entries: readonly Entry[]): void;
	onLabel(entries: readonly Entry[], client: string): void;
};

const maySend = ({ status, owner }: Entry) => (status === "queued" || status === "held") && owner !== "unclaimed";

/** Offline, requests are saved and go out by themselves: sending is only a try. */
const sendLabel = (some: boolean, online: boolean): string =>
	`${online ? "Send" : "Try"} ${some ? "selected" : "all"}${some && online ? "" : " now"}`;

/** Actions on several requests at once. */
export function BulkBar({ listed, chosen, online, onChooseAll, onChooseNone, onSend, onDiscard, onLabel }: Props) {
	const [client, setClient] = useState<string | null>(null);
	const sendable = (chosen.length > 0 ? chosen : listed).filter(maySend);
	// Only scans are sent with a client's name.
	const labelable = chosen.filter(
		(entry) => entry.clientId === undefined && !isSealed(entry) && scanOfEntry(entry.request.kind) !== undefined,
	);
	const isAll = chosen.length === listed.length;
	return (
		<fieldset className="mt-2 max-w-[46rem]">
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center justify-between gap-x-4">
				<span className="inline-flex items-center gap-3">
					<TextButton onClick={isAll ? onChooseNone : onChooseAll}>{isAll ? "Select none" : "Select all"}</TextButton>
					<span role="status" className="text-15 text-quiet tabular-nums">
						{chosen.length > 0 ? `${chosen.length.toLocaleString("en")} selected` : counted(listed.length, "request")}
					</span>
				</span>
				<TextButton disabled={sendable.length === 0} onClick={() => onSend(sendable)}>
					{sendLabel(chosen.length > 0, online)}
				</TextButton>
				{chosen.length > 0 && (
					<>
						{labelable.length > 0 && (
							<TextButton aria-expanded={client !== null} onClick={() => setClient(client === null ? "" : null)}>
								Set client
							</TextButton>
						)}
						<TextButton onClick={() => onDiscard(chosen)}>Discard selected</TextButton>
					</>
				)}
			</div>
			{labelable.length > 0 && client !== null && (
				<form
					className="mt-2 flex items-end gap-3"
					onSubmit={(event) => {
						event.preventDefault();
						onLabel(labelable, client.trim());
						setClient(null);
					}}
				>
					<TextField
						id="bulk-client"
						label="Client"
						value={client}
						maxLength={LABEL_LIMITS.client}
						list={KNOWN_CLIENTS}
						autoComplete="off"
						autoFocus
						onChange={({ target }) => setClient(target.value)}
					/>
					<Button variant="primary" type="submit">
						Set
					</Button>
				</form>
			)}
		</fieldset>
	);
}
