import { useEffect, useRef } from "react";

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const rowNamed = (name: string | undefined) => rows().find(({ dataset }) => dataset.row === name);

/**
 * When the focused row leaves a list, moves the focus to the row next to it. `paused` while a dialog has the focus.
 */
export function useNeighborFocus(paused: boolean): (row: string) => void {
	const left = useRef<{ row: string; next: string | undefined } | null>(null);
	useEffect(() => {
		const { current } = left;
		if (!current || paused || rowNamed(current.row)) return;
		left.current = null;
		const lost = document.activeElement === document.body || document.activeElement === null;
		if (!lost) return;
		const next = rowNamed(current.next)?.querySelector<HTMLElement>("[data-row-main]");
		(next || document.querySelector<HTMLElement>("[role=tab][aria-selected=true]"))?.focus();
	});
	/** Call it before doing something that may remove the row. */
	return (row: string): void => {
		const all = rows();
		const at = all.findIndex(({ dataset }) => dataset.row === row);
		const own = all[at];
		// A row leaves together with the rows inside it.
		const next = all.slice(at + 1).find((other) => !own?.contains(other)) ?? all[at - 1];
		left.current = { row, next: next?.dataset.row };
	};
}
