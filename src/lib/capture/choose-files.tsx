import type { ReactNode } from "react";

type Props = {
	input: { accept?: string; capture?: "environment"; multiple?: boolean };
	/** Starts copying the bytes before it returns. */
	onFiles(files: File[]): Promise<void>;
	className: string;
	children: ReactNode;
};

/** A label that opens the camera, or chooses files. */
export function ChooseFiles({ input, onFiles, className, children }: Props) {
	return (
		<label className={className}>
			{children}
			<input
				{...input}
				type="file"
				className="sr-only"
				onChange={({ currentTarget }) => {
					// Copying has started by now. Clearing the input only afterwards lets the user choose the same file again.
					void onFiles([...(currentTarget.files ?? [])]).finally(() => {
						currentTarget.value = "";
					});
				}}
			/>
		</label>
	);
}
