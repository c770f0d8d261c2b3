import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "#src/ui/icon.tsx";
import { watchKeyboard } from "./above-keyboard.ts";

type Props = {
	title: string;
	/** Below the title. */
	subtitle?: string;
	onClose(): void;
	/** While true, only the dialog's own button closes it. */
	busy?: boolean;
	children: ReactNode;
};

/** A dialog over the page while it is rendered; on a phone, a sheet at the bottom. The focus moves into it and back afterwards. */
export function Modal({ title, subtitle, onClose, busy = false, children }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useLayoutEffect(() => {
		const before = document.activeElement;
		dialog.current?.showModal();
		const { current } = dialog;
		const unwatch = current ? watchKeyboard(current) : undefined;
		return () => {
			unwatch?.();
			current?.close();
			// The element that opened it may be gone by now.
			if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
		};
	}, []);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself is its backdrop; the keyboard has Escape and the button.
		<dialog
			ref={dialog}
			aria-labelledby={id}
			onCancel={(event) => {
				// Rendering it decides whether it shows, not the browser.
				event.preventDefault();
				if (!busy) onClose();
			}}
			onClick={({ target, currentTarget }) => {
				if (target === currentTarget && !busy) onClose();
			}}
			className="open:arrive m-auto max-md:mb-(--keyboard) max-h-[calc(90dvh-var(--keyboard,0px))] w-full max-w-full overflow-y-auto overscroll-contain rounded-card border border-line-strong bg-raised p-0 text-ink shadow-float backdrop:bg-ink/40 max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 md:max-w-lg print:hidden"
		>
			<div className="px-5 pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] md:px-6">
				<div className="flex items-start justify-between gap-4">
					<div className="min-w-0">
						<h2 id={id} className="font-semibold text-20">
							{title}
						</h2>
						{subtitle && <p className="wrap-anywhere text-15 text-quiet">{subtitle}</p>}
					</div>
					<button
						type="button"
						onClick={onClose}
						className="-me-2.5 -mt-1.5 grid size-11 flex-none cursor-pointer place-items-center rounded-control"
					>
						<Icon name="close" />
						<span className="sr-only">Close</span>
					</button>
				</div>
				<div className="mt-4">{children}</div>
			</div>
		</dialog>
	);
}
