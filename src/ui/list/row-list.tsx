import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

type Props<T> = {
	label: string;
	items: readonly T[];
	keyOf(item: T): string;
	/** The total number of rows, including ones not loaded yet. */
	total: number;
	/** Reads the next page; null if there is none or it is loading. */
	more: (() => void) | null;
	row(item: T): ReactNode;
	/** The estimated height of a row in pixels, before it is measured. */
	rowHeight: number;
};

/** With this many rows or more, only visible rows are in the document. */
const SHORT = 40;
/** How many rows before the end to load the next page. */
const AHEAD = 30;

/** A list of any length. */
export function RowList<T>(props: Props<T>) {
	const { label, items, keyOf, more, row } = props;
	const short = items.length <= SHORT;
	useEffect(() => {
		if (short) more?.();
	}, [short, more]);
	if (!short) return <LongList {...props} />;
	return (
		<ul aria-label={label}>
			{items.map((item) => (
				<li key={keyOf(item)}>{row(item)}</li>
			))}
		</ul>
	);
}

function LongList<T>({ label, items, keyOf, total, more, row, rowHeight }: Props<T>) {
	const list = useRef<HTMLUListElement>(null);
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		// Content above the list may shift its start.
		const measure = () => {
			const box = list.current?.getBoundingClientRect();
			if (box) setTop(Math.round(box.top + scrollY));
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, []);
	const virtualizer = useWindowVirtualizer({
		count: items.length,
		estimateSize: () => rowHeight,
		getItemKey: (index) => {
			const item = items[index];
			return item === undefined ? index : keyOf(item);
		},
		overscan: 6,
		scrollMargin: top,
	});
	const shown = virtualizer.getVirtualItems();
	const last = shown.at(-1)?.index ?? 0;
	useEffect(() => {
		if (last >= items.length - AHEAD) more?.();
	}, [last, items.length, more]);
	return (
		<ul
			ref={list}
			aria-label={label}
			className="relative [overflow-anchor:none]"
			style={{ height: virtualizer.getTotalSize() }}
		>
			{shown.map(({ key, index, start }) => {
				const item = items[index];
				return (
					item !== undefined && (
						<li
							key={key}
							ref={virtualizer.measureElement}
							data-index={index}
							aria-setsize={total}
							aria-posinset={index + 1}
							className="absolute inset-x-0 top-0"
							style={{ transform: `translateY(${start - top}px)` }}
						>
							{row(item)}
						</li>
					)
				);
			})}
		</ul>
	);
}
