type Props = {
	/** The row's item, for people who hear only the box. */
	about: string;
	checked: boolean;
	disabled?: boolean;
	onChoose(isChosen: boolean): void;
};

/** Selects a row. Its target is as large as a thumb, or as a pointer needs it. */
export function RowCheckbox({ about, checked, disabled = false, onChoose }: Props) {
	return (
		<label className="relative z-1 -ms-2.5 grid size-[44px] flex-none cursor-pointer place-items-center pointer-fine:size-[36px] print:hidden">
			<input
				type="checkbox"
				checked={checked}
				disabled={disabled}
				onChange={({ target }) => onChoose(target.checked)}
				aria-label={`Select ${about}`}
				className="size-5 cursor-pointer accent-accent pointer-fine:size-4"
			/>
		</label>
	);
}
