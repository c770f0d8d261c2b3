import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "./modal.tsx";

type Props = {
	title: string;
	/** What it is about. */
	subtitle: string;
	/** What goes with it. */
	children: ReactNode;
	/** What is done, and what is not. */
	labels: { yes: string; no: string };
	/** Told after the dialog has gone. */
	onYes(): void;
	onClose(): void;
};

/** Asks before something is gone for good. */
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
