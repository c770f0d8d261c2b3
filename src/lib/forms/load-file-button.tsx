type Props = {
	label: string;
	/** Of the names of files to offer, such as `json`. */
	endings: readonly string[];
	disabled: boolean;
	onFile(file: File): void;
};

/** A button that asks for a file and hands it on at once. */
export function LoadFileButton({ label, endings, disabled, onFile }: Props) {
	return (
		<label
			className={`inline-flex min-h-11 items-center rounded-control border border-line-strong bg-raised px-4 font-semibold text-15 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${disabled ? "text-quiet" : "cursor-pointer hover:border-ink"}`}
		>
			{label}
			<input
				type="file"
				accept={endings.map((ending) => `.${ending}`).join(",")}
				disabled={disabled}
				onChange={({ currentTarget }) => {
					const [file] = currentTarget.files ?? [];
					// The same file can be chosen again after it was corrected.
					currentTarget.value = "";
					if (file) onFile(file);
				}}
				className="sr-only"
			/>
		</label>
	);
}
