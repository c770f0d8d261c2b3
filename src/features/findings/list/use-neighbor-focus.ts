import { useEffect, useRef } from "react";

/**
 * Where the focus goes when the row that had it leaves a list: to the link of the row next to it. `listed` are the rows
 * by name, `paused` while a dialog has the focus.
 */
export function useNeighborFocus(listed: readonly string[], paused: boolean) {
	const left = useRef<{ row: string; next: string | undefined } | null>(null);
	useEffect(() => {
		const { current } = left;
		if (!current || paused || listed.includes(current.row)) return;
		left.current = null;
		const lost = document.activeElement === document.body || document.activeElement === null;
		if (!lost) return;
		const link = current.next && document.querySelector<HTMLElement>(`[data-finding="${current.next}"] a`);
		(link || document.querySelector<HTMLElement>("[role=tab][aria-selected=true]"))?.focus();
	}, [listed, paused]);
	/** Call it before doing something that may remove the row. */
	return (row: string): void => {
		const at = listed.indexOf(row);
		left.current = { row, next: listed[at + 1] ?? listed[at - 1] };
	};
}
