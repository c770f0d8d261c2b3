import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Icon } from "#src/ui/icon.tsx";

export type MenuItem = { label: string; onChoose(): void };

type Props = {
	/** What the items act on. */
	subject: string;
	items: readonly MenuItem[];
};

/** Must match the `md` breakpoint: below it the menu is a sheet at the bottom. */
const WIDE = "(width >= 46rem)";
const MARGIN = 8;

/** Puts the menu below its button, or above it where there is no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
	menu.style.inset = "";
	if (!matchMedia(WIDE).matches) return;
	const { bottom, top, right } = button.getBoundingClientRect();
	const height = menu.querySelectorAll("button").length * 44 + 2 * MARGIN;
	const fits = bottom + height + MARGIN <= innerHeight;
	menu.style.inset = `${Math.max(MARGIN, fits ? bottom : top - height)}px ${document.documentElement.clientWidth - right}px auto auto`;
}

/** The actions of a row, behind one button. Arrow keys move, Escape closes, and the focus goes back to the button. */
export function RowMenu({ subject, items }: Props) {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const menu = useRef<HTMLDivElement>(null);
	const [open, setOpen] = useState(false);
	const all = () => [...(menu.current?.querySelectorAll("button") ?? [])];

	function onKeyDown(event: KeyboardEvent): void {
		const buttons = all();
		const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
		if (event.key === "Tab") menu.current?.hidePopover();
		if (to === undefined) return;
		event.preventDefault();
		buttons.at(to % buttons.length)?.focus();
	}

	return (
		<>
			<button
				ref={button}
				type="button"
				popoverTarget={id}
				aria-haspopup="menu"
				aria-expanded={open}
				aria-label={`More for ${subject}`}
				className="-me-2 grid size-[44px] flex-none cursor-pointer place-items-center rounded-control text-quiet hover:text-ink aria-expanded:text-ink"
			>
				<Icon name="more" />
			</button>
			<div
				ref={menu}
				id={id}
				popover="auto"
				role="menu"
				tabIndex={-1}
				aria-label={`More for ${subject}`}
				onKeyDown={onKeyDown}
				onBeforeToggle={({ newState }) => {
					if (newState === "open" && menu.current && button.current) place(menu.current, button.current);
				}}
				onToggle={({ newState }) => {
					setOpen(newState === "open");
					// It is fixed to the window, and would stay behind.
					if (newState === "open")
						addEventListener("scroll", () => menu.current?.hidePopover(), { once: true, passive: true });
				}}
				className="m-0 min-w-48 border border-line-strong bg-raised p-0 py-2 text-ink shadow-float max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-t-card max-md:border-x-0 max-md:border-b-0 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-md:backdrop:bg-ink/40 open:arrive md:rounded-control"
			>
				{/* Drawn, not text: the row says it already. */}
				<p
					data-subject={subject}
					className="truncate px-4 pb-1 font-mono text-13 text-quiet before:content-[attr(data-subject)] md:hidden"
					aria-hidden="true"
				/>
				{items.map(({ label, onChoose }, index) => (
					<button
						key={label}
						// The browser focuses it when the menu opens. React would do so when the row appears.
						ref={(item) => {
							item?.toggleAttribute("autofocus", index === 0);
						}}
						type="button"
						role="menuitem"
						tabIndex={-1}
						onClick={() => {
							menu.current?.hidePopover();
							onChoose();
						}}
						className="block min-h-11 w-full cursor-pointer px-4 text-start text-15 hover:bg-paper focus-visible:-outline-offset-2"
					>
						{label}
					</button>
				))}
			</div>
		</>
	);
}
