import { decodeText } from "#server/platform/files/decode-text.ts";
import { readXml } from "#server/platform/files/read-xml.ts";
import { READ_COLUMNS, type SheetRead, type TableRow } from "#server/platform/files/xlsx/read-xlsx.ts";

/** Numbers of the formats whose cells may be changed in a protected sheet (ECMA-376, CT_CellProtection). All others are locked. */
export function unlockedStyles(styles: Uint8Array): ReadonlySet<number> {
	const unlocked = new Set<number>();
	if (styles.length === 0) return unlocked;
	let at = -1;
	let isOfCells = false;
	readXml(decodeText(styles), {
		open(name, attributes) {
			if (name === "cellXfs") isOfCells = true;
			else if (name === "xf" && isOfCells) at += 1;
			else if (name === "protection" && isOfCells && ["0", "false"].includes(attributes.locked ?? "")) unlocked.add(at);
		},
		close(name) {
			if (name === "cellXfs") isOfCells = false;
		},
	});
	return unlocked;
}

/** A sheet has no more ranges of columns than this. */
const LOOKED_AT = 16_384;

/** Whether a cell of this sheet must stay as it is because the sheet is protected. */
export function lockedIn(read: SheetRead, unlocked: ReadonlySet<number>) {
	const { rows, columnStyles, isProtected } = read;
	if (!isProtected) return () => false;
	const byNo = new Map<number, TableRow & { style?: number }>(rows.map((row) => [row.no, row]));
	const ofColumns = new Map<number, number>();
	for (const { left, right, style } of columnStyles.slice(0, LOOKED_AT)) {
		for (let column = Math.max(0, left); column <= Math.min(right, READ_COLUMNS); column += 1)
			ofColumns.set(column, style);
	}
	return (no: number, column: number): boolean => {
		const row = byNo.get(no);
		const style = row?.cells[column]?.style ?? row?.style ?? ofColumns.get(column);
		return style === undefined || !unlocked.has(style);
	};
}
