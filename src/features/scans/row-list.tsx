import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ScanSummary } from "#contract/scans.ts";

type Props = {
	label: string;
	scans: readonly ScanSummary[];
	/** How many there are with those that are not read yet. */
	total: number;
	/** Reads the next page; null when there is none or it is on its way. */
	more: (() => void) | null;
	row(scan: ScanSummary): ReactNode;
};

/** From here on only what can be seen is in the document. */
const SHORT = 40;
const ROW_PX = 132;
/** How near the end the next page is asked for, in rows. */
const AHEAD = 30;

/** A list of any length. */
export function RowList(props: Props) {
	const { label, scans, more, row } = props;
	const short = scans.length <= SHORT;
	useEffect(() => {
		if (short) more?.();
	}, [short, more]);
	if (!short) return <LongList {...props} />;
	return (
		<ul aria-label={label}>
			{scans.map((scan) => (
				<li key={scan.id} data-scan={scan.id}>
					{row(scan)}
				</li>
			))}
		</ul>
	);
}

function LongList({ label, scans, total, more, row }: Props) {
	const list = useRef<HTMLUListElement>(null);
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		// Where the list begins may change with what stands above it.
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
		count: scans.length,
		estimateSize: () => ROW_PX,
		getItemKey: (index) => scans[index]?.id ?? index,
		overscan: 6,
		scrollMargin: top,
	});
	const items = virtualizer.getVirtualItems();
	const last = items.at(-1)?.index ?? 0;
	useEffect(() => {
		if (last >= scans.length - AHEAD) more?.();
	}, [last, scans.length, more]);
	return (
		<ul
			ref={list}
			aria-label={label}
			className="relative [overflow-anchor:none]"
			style={{ height: virtualizer.getTotalSize() }}
		>
			{items.map(({ key, index, start }) => {
				const scan = scans[index];
				return (
					scan && (
						<li
							key={key}
							ref={virtualizer.measureElement}
							data-index={index}
							data-scan={scan.id}
							aria-setsize={total}
							aria-posinset={index + 1}
							className="absolute inset-x-0 top-0"
							style={{ transform: `translateY(${start - top}px)` }}
						>
							{row(scan)}
						</li>
					)
				);
			})}
		</ul>
	);
}
