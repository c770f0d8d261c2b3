import { Modal } from "#src/ui/dialogs/modal.tsx";
import { VERDICT_ACTIONS, VERDICT_CHOICES, VERDICT_KEYS } from "../verdicts/verdict-labels.ts";

const KEYS: readonly [key: string, what: string][] = [
	["J", "Next row"],
	["K", "Previous row"],
	["Enter", "Open the row"],
	["X", "Select the row"],
	...VERDICT_CHOICES.map((state): [string, string] => [VERDICT_KEYS[state].toUpperCase(), VERDICT_ACTIONS[state]]),
	["Z", "Undo the last decision"],
	["?", "This list"],
];

/** The list's keys. */
export function KeysDialog({ onClose }: { onClose(): void }) {
	return (
		<Modal
			title="Keys"
			subtitle="They act while the focus is in the list, on what is selected or on the row."
			onClose={onClose}
		>
			<dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-15">
				{KEYS.map(([key, what]) => (
					<div key={key} className="contents">
						<dt>
							<kbd className="inline-block min-w-8 rounded-control border border-line-strong px-2 text-center font-mono text-13">
								{key}
							</kbd>
						</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
