type Props = {
	label: string;
	/** The file extension to offer, such as `json`. */
	endings: readonly string[];
	disabled: boolean;
	onFile(file: File): void;
};

/** A button that asks for a file and passes it on right away. */
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
					// Lets the user choose the same file again after correcting it.
					currentTarget.value = "";
					if (file) onFile(file);
				}}
				className="sr-only"
			/>
		</label>
	);
}
