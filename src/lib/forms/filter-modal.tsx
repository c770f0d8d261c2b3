import type { ReactNode, SubmitEvent } from "react";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { formQuery } from "./form-values.ts";

type Props = {
	title: string;
	/** Its fields. */
	children: ReactNode;
	/** With what was chosen, by the fields' names. */
	onApply(query: URLSearchParams): void;
	onClear(): void;
	onClose(): void;
};

/** A list's filter besides its search: fields, and buttons that show what was chosen, or all. */
export function FilterModal({ title, children, onApply, onClear, onClose }: Props) {
	const apply = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		onApply(formQuery(event.currentTarget));
	};
	return (
		<Modal title={title} onClose={onClose}>
			<form onSubmit={apply} className="grid gap-4">
				{children}
				<div className="flex items-center justify-end gap-5">
					<Button variant="plain" onClick={onClear}>
						Clear all
					</Button>
					<Button type="submit" variant="primary">
						Show
					</Button>
				</div>
			</form>
		</Modal>
	);
}
