import { type SubmitEvent, useState } from "react";
import type { AccountId } from "#contract/ids.ts";
import { OwnerField } from "#src/lib/workspace/members/owner-field.tsx";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";

type Props = {
	/** The control, or how many there are. */
	subtitle: string;
	/** Who is chosen at first. */
	first: AccountId | null;
	/** The current owner, offered even if the members are not known here. */
	now: { accountId: AccountId; name: string } | null;
	/** Resolves to whether it was saved. */
	onOwner(owner: AccountId | null): Promise<boolean>;
	onClose(): void;
};

/** Chooses the owner of one control or several. */
export function OwnerDialog({ subtitle, first, now, onOwner, onClose }: Props) {
	const [owner, setOwner] = useState(first);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (await onOwner(owner)) onClose();
	};
	return (
		<Modal title="Owner" subtitle={subtitle} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<OwnerField id="control-owner" value={owner} now={now} onOwner={setOwner} />
				<Button type="submit" variant="primary">
					Save
				</Button>
			</form>
		</Modal>
	);
}
