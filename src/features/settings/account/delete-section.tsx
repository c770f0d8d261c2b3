import { useState } from "react";
import type { AccountDeletion, Me } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import type { Entry, Unreadable } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { OwnerPassword, ownerProofOf } from "./owner-password.tsx";

/** Discards the entries of a deleted account. */
async function discardEntriesOf(account: AccountId): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/lib/outbox/browser-outbox.ts");
		const outbox = browserOutbox();
		// Read from the database: this tab's copy may be behind, and nothing may be left.
		const [entries, { unreadable }] = await Promise.all([outbox.list(), outbox.contents()]);
		const itsIds = (all: readonly (Entry | Unreadable)[]) =>
			all.flatMap(({ id, owner }) => (owner === account ? id : []));
		await outbox.discardAll(itsIds(entries));
		await outbox.discardUnreadable(itsIds(unreadable));
	} catch (error) {
		// The server refuses any remaining entries, and the user can discard them by hand.
		console.error("The outbox was not cleared.", error);
	}
}

type Props = {
	me: Me;
	withSession: WithSession;
	onDeleted(): void;
};

export function DeleteSection({ me, withSession, onDeleted }: Props) {
	const saving = useSave(withSession);
	const { submitting, errors, save } = saving;
	const [asked, setAsked] = useState(false);

	const onSend = async (sent: HTMLFormElement) => {
		const body: AccountDeletion = ownerProofOf(formTexts(sent));
		if (!(await save(() => callApi(API_PATHS.me, { method: "DELETE", body })))) return;
		await discardEntriesOf(me.accountId);
		onDeleted();
	};

	return (
		<Section id="delete" heading="Delete the account">
			<p className="text-15">
				This deletes your account, the workspaces that you alone own with their scans, findings, reports and evidence,
				and your requests in this device’s outbox. It cannot be undone.
			</p>
			{asked ? (
				<SaveForm
					saving={saving}
					name={{ headingId: "delete" }}
					failed="The account was not deleted"
					button={{ label: "Delete everything", busy: "Deleting", variant: "primary" }}
					beside={
						<Button variant="secondary" disabled={submitting} onClick={() => setAsked(false)}>
							Keep the account
						</Button>
					}
					onSend={onSend}
				>
					<OwnerPassword id="delete-current" me={me} error={errors.current} submitting={submitting} />
				</SaveForm>
			) : (
				<div>
					<Button variant="secondary" onClick={() => setAsked(true)}>
						Delete my account
					</Button>
				</div>
			)}
		</Section>
	);
}
