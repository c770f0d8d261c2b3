export type CsvRow = { line: number; cells: string[] };

/** Rows of comma-separated text, or of cells copied from a spreadsheet (RFC 4180), blank ones left out. A quoted cell may hold commas, quotes and line breaks. */
export function splitCsv(text: string): CsvRow[] {
	const rows: CsvRow[] = [];
	let cells: string[] = [];
	let cell = "";
	let quoted = false;
	let line = 1;
	let begun = 1;
	const endRow = () => {
		cells.push(cell);
		if (cells.some((one) => one.trim() !== "")) rows.push({ line: begun, cells });
		cells = [];
		cell = "";
		begun = line + 1;
	};
	for (let i = 0; i < text.length; i++) {
		const char = text[i] ?? "";
		if (quoted) {
			if (char === "\n") line++;
			if (char !== '"') cell += char;
			else if (text[i + 1] === '"') cell += text[++i];
			else quoted = false;
		} else if (char === '"' && cell.trim() === "") {
			quoted = true;
			cell = "";
		} else if (char === "," || char === "\t") {
			cells.push(cell);
			cell = "";
		} else if (char === "\n") {
			endRow();
			line++;
		} else if (char !== "\r" && char !== "\uFEFF") cell += char;
	}
	endRow();
	return rows;
}
