import type { Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientId } from "#contract/ids.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { saveLink } from "../capture/save-evidence.ts";

/** Puts a piece of evidence on something or takes it off, through the outbox: also without a connection. */
export function useLink(
	evidenceId: EvidenceId,
	clientId: ClientId,
): (about: Subject, linked: boolean) => Promise<void> {
	const { scope, workspace } = useScope();
	return async (about, linked) => {
		const owner = signedInOwner();
		if (owner === null) return;
		const client = workspace?.clients.find(({ id }) => id === clientId) ?? null;
		try {
			await saveLink({ evidenceId, about, linked }, { owner, ...scopeFields(owner, scope, client) });
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			notify({ title: "Nothing was changed", text: error.message }).catch(() => undefined);
		}
	};
}
