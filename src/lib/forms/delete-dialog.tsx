import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { SubmissionFailure } from "./submission-failure.tsx";
import { useSubmission } from "./use-submission.ts";

const WORDS = {
	delete: { yes: "Delete", busy: "Deleting…", failed: "Not deleted" },
	remove: { yes: "Remove", busy: "Removing…", failed: "Not removed" },
} as const;

type Props = {
	title: string;
	/** The name of what gets deleted. */
	subtitle: string;
	verb?: keyof typeof WORDS;
	onDelete(): Promise<void>;
	onClose(): void;
	/** What goes with it, and what stays. */
	children: ReactNode;
};

/** Asks before something is deleted on the server, and says so if it could not be. */
export function DeleteDialog({ title, subtitle, verb = "delete", onDelete, onClose, children }: Props) {
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	const { yes, busy: while_, failed } = WORDS[verb];
	return (
		<Modal title={title} subtitle={subtitle} busy={busy} onClose={onClose}>
			<p className="text-15">{children}</p>
			<div className="mt-4 empty:hidden">
				<SubmissionFailure title={failed} state={state} />
			</div>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onClose}>
					Keep it
				</Button>
				<Button variant="primary" disabled={busy} onClick={() => void submit(onDelete)}>
					{busy ? while_ : yes}
				</Button>
			</div>
		</Modal>
	);
}
