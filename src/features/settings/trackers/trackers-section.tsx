import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { SYSTEM_LABELS, type Tracker } from "#contract/tickets/trackers.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { CheckDialog } from "./check-dialog.tsx";
import { readTrackerChange } from "./read-tracker-form.ts";
import { TrackerFields } from "./tracker-fields.tsx";
import { changeTracker, removeTracker } from "./trackers-api.ts";

type Dialog = "check" | "edit" | "remove";
type RowProps = { tracker: Tracker; clients: readonly Client[]; onOpen(dialog: Dialog): void };

function Row({ tracker, clients, onOpen }: RowProps) {
	const { name, system, project, url, clientId, failed } = tracker;
	const client = clients.find(({ id }) => id === clientId);
	return (
		<li className="flex items-start justify-between gap-x-4 border-line border-b py-3">
			<div className="grid min-w-0 gap-1 text-15">
				<p className="wrap-anywhere font-semibold">{name}</p>
				<p className="wrap-anywhere">
					{SYSTEM_LABELS[system]} · {project}
				</p>
				<p className="wrap-anywhere font-mono text-13 text-quiet">{url}</p>
				{failed > 0 && <p>{counted(failed, "ticket")} given up. Check the tracker, then save it to try again.</p>}
				{client && <p className="text-13 text-quiet">{client.name}</p>}
			</div>
			<RowMenu
				about={name}
				items={[
					{ label: "Check", onChoose: () => onOpen("check") },
					{ label: "Edit", onChoose: () => onOpen("edit") },
					{ label: "Remove", onChoose: () => onOpen("remove") },
				]}
			/>
		</li>
	);
}

type DialogsProps = Here & { tracker: Tracker; open: Dialog; onClose(): void };

function Dialogs({ tracker, open, onClose, workspace, scope, withSession }: DialogsProps) {
	const about = { subtitle: tracker.name, change: useChange(withSession), onClose };
	switch (open) {
		case "check":
			return <CheckDialog tracker={tracker} scope={scope} withSession={withSession} onClose={onClose} />;
		case "edit":
			return (
				<AskDialog
					{...about}
					title="Edit tracker"
					labels={{ yes: "Save tracker", busy: "Saving", no: "Cancel", failed: "The tracker was not changed" }}
					run={(values) => changeTracker(scope, tracker.id, readTrackerChange(values))}
				>
					{(errors, submitting) => (
						<TrackerFields
							system={tracker.system}
							tracker={tracker}
							clients={workspace.clients}
							errors={errors}
							submitting={submitting}
						/>
					)}
				</AskDialog>
			);
		case "remove":
			return (
				<AskDialog
					{...about}
					title="Remove this tracker?"
					labels={{ yes: "Remove", busy: "Removing", no: "Keep it", failed: "The tracker was not removed" }}
					run={() => removeTracker(scope, tracker.id)}
					onDone={() => void notify({ title: "Removed", text: `Nothing is sent to ${tracker.name} anymore.` })}
				>
					<p className="text-15">
						Its issues stay in {SYSTEM_LABELS[tracker.system]} as they are. Findings and tasks no longer show them, and
						they are no longer closed with their fix. This cannot be undone.
					</p>
				</AskDialog>
			);
	}
}

type Props = Here & { trackers: readonly Tracker[]; available: boolean };

/** Where findings and tasks become issues. */
export function TrackersSection({ trackers, available, ...here }: Props) {
	const [asked, setAsked] = useState<{ id: string; open: Dialog } | null>(null);
	const about = trackers.find(({ id }) => id === asked?.id);
	return (
		<Section id="trackers" heading="Tickets">
			<p className="text-15 text-quiet">
				A finding or a task becomes an issue in GitHub, GitLab or Jira, and the issue is closed once it is fixed.
			</p>
			{!available && (
				<p className="text-15">
					Not available here: the operator of this server has to set a key before trackers can be connected.
				</p>
			)}
			{trackers.length === 0 ? (
				<p className="text-15 text-quiet">No trackers yet.</p>
			) : (
				<ul aria-label="Trackers" className="border-line border-t">
					{trackers.map((one) => (
						<Row
							key={one.id}
							tracker={one}
							clients={here.workspace.clients}
							onOpen={(open) => setAsked({ id: one.id, open })}
						/>
					))}
				</ul>
			)}
			{asked && about && <Dialogs {...here} tracker={about} open={asked.open} onClose={() => setAsked(null)} />}
		</Section>
	);
}
