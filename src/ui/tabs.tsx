import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

type Tab<Name extends string> = { name: Name; label: string; count: number | null };

type Props<Name extends string> = {
	label: string;
	tabs: readonly Tab<Name>[];
	selected: Name;
	onSelect(name: Name): void;
	/** The selected tab's panel. */
	children: ReactNode;
};

const STEPS: Record<string, (at: number, count: number) => number> = {
	ArrowRight: (at, count) => (at + 1) % count,
	ArrowLeft: (at, count) => (at + count - 1) % count,
	Home: () => 0,
	End: (_at, count) => count - 1,
};

/** Tabs. The arrow keys move to the next tab and show it (WAI-ARIA Authoring Practices). */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: Props<Name>) {
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	const counts = tabs.map(({ count }) => count).join();
	// On a phone they may be wider than the screen: keep the shown tab in view.
	// biome-ignore lint/correctness/useExhaustiveDependencies: a count makes its tab wider when it arrives.
	useEffect(() => {
		const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
		if (tab && list.current)
			list.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - list.current.clientWidth / 2;
	}, [selected, counts]);
	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		// Start from the focus, which moves immediately. The selection only updates on the next render, too late for a fast second key press.
		const focused = event.target instanceof HTMLElement ? event.target.dataset.tab : undefined;
		const at = tabs.findIndex(({ name }) => name === focused);
		const next = tabs[STEPS[event.key]?.(at, tabs.length) ?? -1];
		if (!next) return;
		event.preventDefault();
		onSelect(next.name);
		event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
	};
	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				onKeyDown={onKeyDown}
				className="relative flex overflow-x-auto border-line border-b print:hidden"
			>
				{tabs.map(({ name, label, count }) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`${id}-${name}`}
						data-tab={name}
						aria-selected={name === selected}
						aria-controls={name === selected ? `${id}-panel` : undefined}
						tabIndex={name === selected ? 0 : -1}
						onClick={() => onSelect(name)}
						className="-mb-px min-h-12 cursor-pointer whitespace-nowrap border-transparent border-b-2 px-1.5 font-medium text-15 text-quiet -outline-offset-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink md:px-4"
					>
						{label}
						{count !== null && (
							<span className="ms-1 text-13 tabular-nums md:ms-1.5">{count.toLocaleString("en")}</span>
						)}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
				{children}
			</div>
		</>
	);
}
