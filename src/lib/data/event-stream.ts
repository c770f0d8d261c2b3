export type StreamEvent = { event: string; data: string };

/** Reads server-sent events out of text that comes in pieces (WHATWG HTML, 9.2.6; without ids, which nobody here sends). */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
	let rest = "";
	let event = "message";
	let data: string[] = [];

	function readLine(line: string): void {
		if (line === "") {
			if (data.length > 0) onEvent({ event, data: data.join("\n") });
			event = "message";
			data = [];
			return;
		}
		const colon = line.indexOf(":");
		const field = colon === -1 ? line : line.slice(0, colon);
		const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
		if (field === "event") event = value;
		if (field === "data") data.push(value);
	}

	return (piece) => {
		const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? "";
		for (const line of lines) readLine(line);
	};
}
