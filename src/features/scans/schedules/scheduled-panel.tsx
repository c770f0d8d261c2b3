import { useState } from "react";
import { flushSync } from "react-dom";
import type { Schedule } from "#contract/scans/schedules.ts";
import { schedules } from "#src/content/schedules.ts";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleRow } from "./schedule-row.tsx";
import { useScheduleActions } from "./use-schedule-actions.ts";
import type { useSchedules } from "./use-schedules.ts";

const SIGN_IN = `/auth/login?next=${encodeURIComponent("/dashboard/scans?tab=scheduled")}`;

/** Shown without an account: what schedules do, with a link to sign in and a button to scan now. */
function NeedsAccount({ onStart, onClose }: { onStart(): void; onClose(): void }) {
	return (
		<Modal title={schedules.title} onClose={onClose}>
			<p className="text-15">{schedules.text}</p>
			<div className="mt-5 flex flex-wrap items-center justify-end gap-5">
				<Link to={SIGN_IN} className="inline-flex min-h-12 items-center">
					{schedules.signIn}
				</Link>
				<Button
					variant="primary"
					onClick={() => {
						// Closed at once, so that the dialog does not take the focus back after `onStart`.
						flushSync(onClose);
						onStart();
					}}
				>
					{schedules.instead}
				</Button>
			</div>
		</Modal>
	);
}

const idOf = ({ id }: Schedule) => id;

type Props = {
	list: ReturnType<typeof useSchedules>["list"];
	/** Moves the focus to the buttons that start a scan now. */
	onStart(): void;
};

/** The Scheduled tab. */
export function ScheduledPanel({ list, onStart }: Props) {
	const [open, setOpen] = useState<"new" | "account" | Schedule | null>(null);
	const { can, archived } = useScope();
	const actions = useScheduleActions();
	const { status } = list.view;
	const close = () => setOpen(null);
	return (
		<>
			<RoleNote permission="arrange" what="change schedules" />
			{(status === "samples" || status === "shown") && can("arrange") && !archived && (
				<div className="mt-2 flex justify-end print:hidden">
					<Button
						variant="secondary"
						dense
						aria-haspopup="dialog"
						onClick={() => setOpen(status === "samples" ? "account" : "new")}
					>
						{schedules.button}
					</Button>
				</div>
			)}
			<ListPanel
				noun={{ one: "schedule", many: "schedules" }}
				label="Schedules"
				list={list}
				filtered={0}
				empty={<span className="font-semibold text-17">{schedules.none}</span>}
				onClear={close}
				keyOf={idOf}
				rowHeight={180}
				row={(schedule) => <ScheduleRow schedule={schedule} actions={actions} onEdit={setOpen} />}
			/>
			{open === "account" && <NeedsAccount onStart={onStart} onClose={close} />}
			{open !== null && open !== "account" && (
				<ScheduleDialog schedule={open === "new" ? null : open} onClose={close} />
			)}
		</>
	);
}
