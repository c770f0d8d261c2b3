import { type SubmitEvent, useState } from "react";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { nextColor } from "#src/lib/workspace/clients/client-colors.ts";
import { createClient } from "#src/lib/workspace/workspace-queries.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { useSave } from "../use-save.ts";
import { type ClientDraft, changesOf, creationOf, currentOf, EMPTY_DRAFT, readDraft } from "./client-draft.ts";
import { ClientFields } from "./client-fields.tsx";
import { changeClient } from "./clients-api.ts";
import { ConflictView } from "./conflict-view.tsx";

type Props = Pick<Here, "workspace" | "scope" | "withSession"> & {
	/** Null: a new one. */
	client: Client | null;
	onClose(): void;
};

/** What was typed, and what someone else has saved since the form was opened. */
type Meanwhile = { mine: ClientDraft; current: Client };

/** Adds or changes a client. If someone else was faster, it shows both versions and lets the person choose. */
export function ClientDialog({ client, workspace, scope, withSession, onClose }: Props) {
	const { state, form, submitting, errors, edited, save } = useSave(useChange(withSession));
	const [color] = useState(() => nextColor(workspace.clients));
	const [base, setBase] = useState(client);
	const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);

	const send = async (mine: ClientDraft) => {
		if (!base) return createClient(scope.workspace, creationOf(mine));
		const { version } = meanwhile?.current ?? base;
		try {
			await changeClient(scope, base.id, { ...changesOf(base, mine), version });
		} catch (error) {
			const current = currentOf(error);
			if (current) setMeanwhile({ mine, current });
			throw error;
		}
	};
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const mine = readDraft(formTexts(event.currentTarget));
		if (await save(() => send(mine))) onClose();
	};
	const takeTheirs = ({ current }: Meanwhile) => {
		setBase(current);
		setMeanwhile(null);
		edited();
	};

	return (
		<Modal
			title={client ? "Edit client" : "Add a client"}
			{...(client && { subtitle: client.name })}
			busy={submitting}
			onClose={onClose}
		>
			<form
				ref={form}
				onInput={({ currentTarget }) => {
					edited();
					if (meanwhile) setMeanwhile({ ...meanwhile, mine: readDraft(formTexts(currentTarget)) });
				}}
				onSubmit={onSubmit}
				className="grid gap-5"
			>
				<div key={base?.version} className="grid gap-5">
					<ClientFields start={base ?? { ...EMPTY_DRAFT, color }} isNew={!base} errors={errors} readOnly={submitting} />
				</div>
				<SubmissionFailure title="Not saved" state={state} />
				{base && meanwhile && <ConflictView base={base} {...meanwhile} />}
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					{meanwhile ? (
						<Button variant="secondary" disabled={submitting} onClick={() => takeTheirs(meanwhile)}>
							Use what is saved
						</Button>
					) : (
						<Button variant="plain" disabled={submitting} onClick={onClose}>
							Cancel
						</Button>
					)}
					<Button variant="primary" type="submit" disabled={submitting}>
						{submitting ? "Saving" : meanwhile ? "Save mine" : client ? "Save client" : "Add client"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
