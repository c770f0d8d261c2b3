import { useState } from "react";
import { flushSync } from "react-dom";
import { schedules } from "#src/content/schedules.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/modal.tsx";

/** Says honestly what is not there yet, and what can be done instead. */
export function ScheduledPanel({ onStart }: { onStart(): void }) {
	const [open, setOpen] = useState(false);
	return (
		<div className="grid justify-items-start gap-4 py-8">
			<p className="font-semibold text-17">{schedules.none}</p>
			<Button variant="secondary" onClick={() => setOpen(true)}>
				{schedules.button}
			</Button>
			{open && (
				<Modal title={schedules.title} onClose={() => setOpen(false)}>
					<p className="text-15">{schedules.text}</p>
					<div className="mt-5 flex justify-end">
						<Button
							variant="primary"
							onClick={() => {
								// The dialog gives the focus back first.
								flushSync(() => setOpen(false));
								onStart();
							}}
						>
							{schedules.instead}
						</Button>
					</div>
				</Modal>
			)}
		</div>
	);
}
