import { useQuery, useQueryClient } from "@tanstack/react-query";
import { counted } from "#contract/format/count.ts";
import type { OwnFrameworkUse } from "#contract/frameworks/own-frameworks.ts";
import { complianceKeys, refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import {
	deleteOwnFramework,
	readOwnFrameworkUse,
	restoreOwnFramework,
} from "#src/lib/compliance/own-frameworks-api.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { troubleOf } from "#src/lib/forms/failure-text.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { scopeKey } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import type { Toast } from "#src/ui/toast/toast.ts";
import type { OwnDialogProps } from "./own-dialog.ts";

/** How long the way to put it back is shown, in milliseconds. */
const UNDO_MS = 10_000;

const tell = (toast: Toast) => void notify(toast).catch(() => undefined);

const restsOn = ({ clients, decisions, approvals, controls, bundleLinks }: OwnFrameworkUse): string[] => [
	...(clients > 0 ? [`${counted(clients, "client")} chose it`] : []),
	...(decisions > 0 ? [counted(decisions, "decision")] : []),
	...(approvals > 0 ? [counted(approvals, "approved version of a statement", "approved versions of statements")] : []),
	...(controls > 0 ? [`links to ${counted(controls, "control")}`] : []),
	...(bundleLinks > 0 ? [counted(bundleLinks, "auditor’s link", "auditors’ links")] : []),
];

/** Says what rests on a framework that the workspace added before it is deleted. */
export function DeleteDialog({ framework: { name }, id, onClose }: OwnDialogProps) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const { state, submit } = useSubmission();
	const { data, isError } = useQuery({
		queryKey: [...complianceKeys.ownUse(id), ...scopeKey(scope)],
		queryFn: ({ signal }) => readOwnFrameworkUse(id, scope, signal),
		gcTime: 0,
	});
	const rests = data && restsOn(data);
	const busy = state.status === "submitting";
	const putBack = async () => {
		try {
			await restoreOwnFramework(id, scope);
			await refreshCompliance(queries);
			tell({ title: `${name} put back`, text: "" });
		} catch (error) {
			tell({ title: "Not put back", text: troubleOf(error, isOnline()).message });
		}
	};
	const remove = async () => {
		await submit(async () => {
			await deleteOwnFramework(id, scope);
			onClose();
			go("/dashboard/compliance");
			await refreshCompliance(queries);
			tell({
				title: `${name} deleted`,
				text: "",
				duration: UNDO_MS,
				action: { label: "Undo", run: () => void putBack() },
			});
		});
	};
	return (
		<Modal title={`Delete ${name}?`} busy={busy} onClose={onClose}>
			<div className="max-w-[62ch] text-15">
				<p>It leaves the lists of all clients, and its statement and bundle can no longer be made.</p>
				<p role="status" className="mt-2">
					{rests === undefined
						? isError
							? "What rests on it could not be read."
							: "Reading what rests on it."
						: rests.length === 0
							? "Nothing rests on it."
							: `What rests on it is no longer shown: ${rests.join(", ")}.`}
				</p>
				<p className="mt-2">Controls, tests and evidence stay. You can undo this for a day.</p>
			</div>
			<div className="mt-4 empty:hidden">
				<SubmissionFailure title="Not deleted" state={state} />
			</div>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onClose}>
					Cancel
				</Button>
				<Button variant="primary" disabled={busy || data === undefined} onClick={() => void remove()}>
					{busy ? "Deleting…" : "Delete it"}
				</Button>
			</div>
		</Modal>
	);
}
