import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";

type Props = {
	id: string;
	title: string;
	dialog: RefObject<HTMLDialogElement | null>;
	onClose(): void;
	children: ReactNode;
};

/** A question shown over the current screen, with the focus in its first field. */
export function SessionSheet({ id, title, dialog, onClose, children }: Props) {
	useLayoutEffect(() => {
		dialog.current?.showModal();
		dialog.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus();
	}, [dialog]);
	return (
		<dialog
			ref={dialog}
			aria-labelledby={id}
			onClose={onClose}
			className="mx-auto mt-auto mb-0 w-full max-w-md overscroll-contain rounded-t-card border border-line-strong bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink shadow-float backdrop:bg-ink/40 open:arrive md:my-auto md:rounded-card md:p-8"
		>
			<h2 id={id} className="font-semibold text-20">
				{title}
			</h2>
			{children}
		</dialog>
	);
}

/** Shows a sheet outside the screen's own tree until it has an answer. */
export function askOver<T>(sheet: (onAnswer: (answer: T) => void) => ReactNode): Promise<T> {
	const host = document.createElement("div");
	document.body.append(host);
	const root = createRoot(host);
	return new Promise<T>((resolve) => {
		root.render(sheet(resolve));
	}).finally(() => {
		root.unmount();
		host.remove();
	});
}
