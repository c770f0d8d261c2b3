import { Modal } from "#src/ui/dialogs/modal.tsx";

/** A key and what it does. */
export type KeyHint = readonly [key: string, what: string];

type Props = {
	/** The list's own keys, besides those that all lists have. */
	own: readonly KeyHint[];
	/** What Z takes back. */
	undo: string;
	onClose(): void;
};

/** A list's keys. */
export function KeysDialog({ own, undo, onClose }: Props) {
	const keys: readonly KeyHint[] = [
		["J", "Next row"],
		["K", "Previous row"],
		["Enter", "Open the row"],
		["X", "Select the row"],
		...own,
		["Z", undo],
		["?", "This list"],
	];
	return (
		<Modal
			title="Keys"
			subtitle="They act while the focus is in the list, on what is selected or on the row."
			onClose={onClose}
		>
			<dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-15">
				{keys.map(([key, what]) => (
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
