import { SEVERITY_LABELS } from "../severity-labels.ts";
import type { Cell } from "./document.ts";

/** A table field as plain text. */
export function cellText(cell: Cell): string {
	if (typeof cell === "string") return cell;
	if ("mono" in cell) return cell.mono;
	if ("severity" in cell) return SEVERITY_LABELS[cell.severity].label;
	if ("standing" in cell) return cell.word;
	if ("mark" in cell) return cell.mark;
	return `${cell.before}${cell.marks.join(", ")}${cell.after}`;
}
