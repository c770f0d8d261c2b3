import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "./modal.tsx";

type Props = {
	title: string;
	/** The thing in question. */
	subtitle: string;
	/** The consequences. */
	children: ReactNode;
	/** The buttons' labels. */
	labels: { yes: string; no: string };
	/** Called after the dialog has closed. */
	onYes(): void;
	onClose(): void;
};

/** Asks before something is deleted for good. */
export function ConfirmDialog({ title, subtitle, children, labels, onYes, onClose }: Props) {
	return (
		<Modal title={title} subtitle={subtitle} onClose={onClose}>
			<p className="text-15">{children}</p>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" onClick={onClose}>
					{labels.no}
				</Button>
				<Button
					variant="primary"
					onClick={() => {
						onClose();
						onYes();
					}}
				>
					{labels.yes}
				</Button>
			</div>
		</Modal>
	);
}
