import { useState } from "react";
import type { Entry } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

type Props = {
	listed: readonly Entry[];
	chosen: readonly Entry[];
	onChooseAll(): void;
	onChooseNone(): void;
	onSend(entries: readonly Entry[]): void;
	onDiscard(entries: readonly Entry[]): void;
	onLabel(entries: readonly Entry[], client: string): void;
};

const maySend = ({ status, owner }: Entry) => (status === "queued" || status === "held") && owner !== "unclaimed";

/** Actions on several requests at once. */
export function BulkBar({ listed, chosen, onChooseAll, onChooseNone, onSend, onDiscard, onLabel }: Props) {
	const [client, setClient] = useState<string | null>(null);
	const sendable = (chosen.length > 0 ? chosen : listed).filter(maySend);
	return (
		<fieldset className="mt-4 border-line border-y py-3">
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center gap-3">
				<span role="status" className="text-15 tabular-nums">
					{chosen.length === 0 ? "None selected" : `${chosen.length} selected`}
				</span>
				<Button variant="plain" onClick={chosen.length === listed.length ? onChooseNone : onChooseAll}>
					{chosen.length === listed.length ? "Select none" : "Select all"}
				</Button>
				<Button variant="secondary" disabled={sendable.length === 0} onClick={() => onSend(sendable)}>
					{chosen.length > 0 ? "Send selected" : "Send all now"}
				</Button>
				{chosen.length > 0 && (
					<>
						<Button variant="secondary" onClick={() => setClient(client === null ? "" : null)}>
							Label
						</Button>
						<Button variant="secondary" onClick={() => onDiscard(chosen)}>
							Discard selected
						</Button>
					</>
				)}
			</div>
			{chosen.length > 0 && client !== null && (
				<form
					className="mt-3 flex flex-wrap items-end gap-3"
					onSubmit={(event) => {
						event.preventDefault();
						onLabel(chosen, client.trim());
						setClient(null);
					}}
				>
					<TextField
						id="bulk-client"
						label="Client"
						value={client}
						maxLength={100}
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
