import { type SubmitEvent, useRef, useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import type { ClientId } from "#contract/ids.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { AddClientDialog } from "#src/lib/workspace/clients/add-client-dialog.tsx";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";
import { activeClients, hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { moveAsset } from "./assets-api.ts";

type Props = { asset: Pick<Asset, "host" | "clientId" | "client"> };

/** Chooses another client for a host. */
function MoveForm({ asset: { host, clientId }, to, onClose }: Props & { to: string; onClose(): void }) {
	const { workspace, scope } = useScope();
	const [chosen, setChosen] = useState(to);
	const { state, form, submit, clear } = useSubmission();
	useBusyForm(chosen !== clientId);
	const busy = state.status === "submitting";
	const clients = activeClients(workspace);
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		// Under all clients, because after the move the host is gone from its old client's address.
		const all = { ...scope, client: null };
		if (await submit(() => moveAsset(host, { clientId: chosen as ClientId }, all))) onClose();
	};
	return (
		<form ref={form} onSubmit={onSubmit} className="mt-2 grid gap-3">
			<div className="flex flex-wrap items-end gap-3">
				<ChoiceField
					autoFocus
					id={`client-${host}`}
					label="Client"
					options={clients.map(({ id, name, own }) => ({ value: id, label: own ? `${name} (own work)` : name }))}
					value={chosen}
					disabled={busy}
					onChange={({ target }) => {
						setChosen(target.value);
						clear();
					}}
					onKeyDown={({ key }) => {
						if (key === "Escape") onClose();
					}}
				/>
				<Button type="submit" variant="secondary" disabled={busy}>
					{busy ? "Moving…" : "Move"}
				</Button>
				<Button variant="plain" onClick={onClose}>
					Cancel
				</Button>
			</div>
			<p className="text-13 text-quiet">Its findings, scans and schedules go with it.</p>
			<SubmissionFailure title="Not moved" state={state} />
		</form>
	);
}

/** The client that a host belongs to, with a way to change it. Without clients in the workspace, it only offers to add one. */
export function AssetClient({ asset }: Props) {
	const { host, clientId, client } = asset;
	const { workspace, can } = useScope();
	/** `to`: the client that the form starts with. */
	const [doing, setDoing] = useState<{ type: "move"; to: string } | { type: "add" } | null>(null);
	const back = useRef(false);
	const close = () => {
		back.current = true;
		setDoing(null);
	};
	const may = can("arrange");
	const focusBack = (button: HTMLButtonElement | null) => {
		// The form that had the focus is gone.
		if (button && back.current) button.focus();
		back.current = false;
	};
	if (doing?.type === "move") return <MoveForm asset={asset} to={doing.to} onClose={close} />;
	if (!hasClients(workspace)) {
		if (!may || !can("manage") || workspace === null) return null;
		return (
			<>
				<TextButton ref={focusBack} aria-label={`Add a client: ${host}`} onClick={() => setDoing({ type: "add" })}>
					Add a client
				</TextButton>
				{doing?.type === "add" && (
					<AddClientDialog onClose={close} onAdded={({ id }) => setDoing({ type: "move", to: id })} />
				)}
			</>
		);
	}
	const known = workspace?.clients.find(({ id }) => id === clientId);
	return (
		<p className={`${clientEdge(known?.color ?? null)} mt-1 flex flex-wrap items-center gap-x-3 ps-3 text-15`}>
			<bdi className="wrap-anywhere">{known?.name ?? client}</bdi>
			{may && (
				<TextButton
					ref={focusBack}
					aria-label={`Change the client: ${host}`}
					onClick={() => setDoing({ type: "move", to: clientId })}
				>
					Change
				</TextButton>
			)}
		</p>
	);
}
