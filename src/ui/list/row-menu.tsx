import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Icon } from "#src/ui/icon.tsx";

/** An action on a row: it runs here, or opens another page. */
export type RowMenuItem = { label: string } & ({ onChoose(): void } | { to: string });

type Props = {
	/** The name of the row's item, for screen readers on the button, and above a sheet's actions. */
	about: string;
	items: readonly RowMenuItem[];
};

/** Space between the button and its menu, in pixels. */
const GAP = 4;

const STEPS: Record<string, (at: number, count: number) => number> = {
	ArrowDown: (at, count) => (at + 1) % count,
	ArrowUp: (at, count) => (at + count - 1) % count,
	Home: () => 0,
	End: (_at, count) => count - 1,
};

const ITEM =
	"flex min-h-12 w-full cursor-pointer items-center px-5 text-start text-17 text-ink no-underline -outline-offset-2 hover:bg-paper md:min-h-9 md:px-4 md:text-15";

/** A row's menu behind three dots: below its button, on a phone as a sheet (WAI-ARIA Authoring Practices, menu button). */
export function RowMenu({ about, items }: Props) {
	const button = useRef<HTMLButtonElement>(null);
	const menu = useRef<HTMLDivElement>(null);
	const [isOpen, setOpen] = useState(false);
	const id = useId();
	const close = () => menu.current?.hidePopover();

	useEffect(() => {
		if (!isOpen) return;
		// Otherwise it would stay put while its row scrolls away. Scrolls from before it opened are reported late and don't count.
		const from = scrollY;
		const hide = () => scrollY !== from && menu.current?.hidePopover();
		addEventListener("scroll", hide, { passive: true });
		return () => removeEventListener("scroll", hide);
	}, [isOpen]);

	/** Below the button, or above it in the lower half of the window. On a phone, the sheet has its own position. */
	const place = () => {
		const box = button.current?.getBoundingClientRect();
		if (!box) return;
		const isBelow = box.bottom < innerHeight / 2;
		const set = (name: string, value: string) => menu.current?.style.setProperty(name, value);
		set("--menu-top", isBelow ? `${box.bottom + GAP}px` : "auto");
		set("--menu-bottom", isBelow ? "auto" : `${innerHeight - box.top + GAP}px`);
		set("--menu-end", `${document.documentElement.clientWidth - box.right}px`);
	};
	const onToggled = (state: "open" | "closed") => {
		if (state === "closed") setOpen(false);
		else menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
	};

	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		if (event.key === "Tab") close();
		const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
		const at = all.findIndex((item) => item.matches(":focus"));
		const next = all[STEPS[event.key]?.(at, all.length) ?? -1];
		if (!next) return;
		event.preventDefault();
		next.focus();
	};
	return (
		<>
			<button
				ref={button}
				type="button"
				popoverTarget={id}
				aria-haspopup="menu"
				aria-label={`Actions: ${about}`}
				className="relative z-1 grid size-[44px] flex-none cursor-pointer place-items-center rounded-control text-quiet hover:text-ink pointer-fine:size-[36px] print:hidden"
			>
				<Icon name="more" />
			</button>
			<div
				ref={menu}
				id={id}
				popover="auto"
				role="menu"
				aria-label={about}
				onBeforeToggle={({ newState }) => {
					if (newState !== "open") return;
					place();
					setOpen(true);
				}}
				// Remove the items only once it has closed: the browser returns the focus to the button only if the focus was inside.
				onToggle={({ newState }) => onToggled(newState)}
				onKeyDown={onKeyDown}
				className="m-0 border border-line-strong bg-raised py-1 text-ink shadow-float max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-t-card max-md:border-x-0 max-md:border-b-0 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-md:backdrop:bg-ink/40 md:inset-auto md:top-(--menu-top) md:right-(--menu-end) md:bottom-(--menu-bottom) md:min-w-44 md:rounded-card"
			>
				{isOpen && (
					<>
						<p aria-hidden="true" className="wrap-anywhere line-clamp-2 px-5 pt-3 pb-2 text-13 text-quiet md:hidden">
							{about}
						</p>
						{items.map((item) =>
							"to" in item ? (
								<Link key={item.label} role="menuitem" tabIndex={-1} to={item.to} className={ITEM}>
									{item.label}
								</Link>
							) : (
								<button
									key={item.label}
									type="button"
									role="menuitem"
									tabIndex={-1}
									className={ITEM}
									onClick={() => {
										close();
										item.onChoose();
									}}
								>
									{item.label}
								</button>
							),
						)}
					</>
				)}
			</div>
		</>
	);
}
