export type CsvRow = { line: number; cells: string[] };

/** Rows of comma-separated text, or of cells copied from a spreadsheet (RFC 4180), blank ones left out. A quoted cell may hold commas, quotes and line breaks. */
export function splitCsv(text: string): CsvRow[] {
	const rows: CsvRow[] = [];
	let cells: string[] = [];
	let cell = "";
	/** Only white space so far. Checking the cell itself at every quote would read it once per quote. */
	let blank = true;
	let quoted = false;
	let line = 1;
	let begun = 1;
	const add = (char: string) => {
		cell += char;
		blank &&= char.trim() === "";
	};
	const endRow = () => {
		cells.push(cell);
		if (cells.some((one) => one.trim() !== "")) rows.push({ line: begun, cells });
		cells = [];
		cell = "";
		blank = true;
		begun = line + 1;
	};
	for (let i = 0; i < text.length; i++) {
		const char = text[i] ?? "";
		if (quoted) {
			if (char === "\n") line++;
			if (char !== '"') add(char);
			else if (text[i + 1] === '"') add(text[++i] ?? "");
			else quoted = false;
		} else if (char === '"' && blank) {
			quoted = true;
			cell = "";
		} else if (char === "," || char === "\t") {
			cells.push(cell);
			cell = "";
			blank = true;
		} else if (char === "\n") {
			endRow();
			line++;
		} else if (char !== "\r" && char !== "\uFEFF") {
			add(char);
		}
	}
	endRow();
	return rows;
}
