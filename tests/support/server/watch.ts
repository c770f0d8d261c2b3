import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";

type Told = { event: string; data: Record<string, unknown> };

/** An open stream and the events it has received so far. */
export async function watch(url: string, headers: Record<string, string>) {
	const leave = new AbortController();
	const response = await fetch(url + API_BASE + OPERATIONS.watchScans.path, { headers, signal: leave.signal });
	const told: Told[] = [];
	const stream = { response, told, text: "", ended: false, leave: () => leave.abort() };
	const read = async () => {
		const decoder = new TextDecoder();
		for await (const chunk of response.body ?? []) {
			stream.text += decoder.decode(chunk, { stream: true });
			const whole = stream.text.split("\n\n").slice(0, -1);
			told.splice(0, told.length, ...whole.flatMap(parse));
		}
	};
	void read()
		.catch(() => {})
		.finally(() => {
			stream.ended = true;
		});
	return stream;
}

function parse(block: string): Told[] {
	const event = /^event: (.*)$/m.exec(block)?.[1];
	const data = /^data: (.*)$/m.exec(block)?.[1];
	return event && data ? [{ event, data: JSON.parse(data) }] : [];
}
