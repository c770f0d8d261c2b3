import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Text = { type: "mrkdwn" | "plain_text"; text: string; verbatim?: boolean; emoji?: boolean };
export type SlackMessage = {
	text: string;
	blocks: ({ type: "section"; text: Text } | { type: "context"; elements: Text[] })[];
};

/** What Slack's documentation says is wrong with a message to an incoming webhook; empty if Slack would accept it. */
export function slackFaults(message: SlackMessage): string[] {
	const texts = message.blocks.flatMap((block) => (block.type === "section" ? [block.text] : block.elements));
	return [
		...(typeof message.text === "string" && message.text !== "" ? [] : ["no_text"]),
		...(message.text.length > 40_000 ? ["text is too long"] : []),
		...(message.blocks.length < 1 || message.blocks.length > 50 ? ["number of blocks"] : []),
		...message.blocks.flatMap((block) => {
			if (block.type === "section") return ["mrkdwn", "plain_text"].includes(block.text.type) ? [] : ["text object"];
			return block.type === "context" && block.elements.length >= 1 && block.elements.length <= 10 ? [] : ["block"];
		}),
		...texts
			.filter(({ text }) => text.length < 1 || text.length > 3_000)
			.map(({ text }) => `${text.length} characters`),
		// `verbatim` is only for mrkdwn, `emoji` only for plain_text.
		...texts.filter((one) => (one.type === "plain_text" ? "verbatim" in one : "emoji" in one)).map(() => "field"),
		...[message.text, ...texts.map(({ text }) => text)]
			.filter((text) => !isEscaped(text))
			.map((text) => `raw: ${text}`),
	];
}

/** Only links in the form that Slack documents have angle brackets, and only three entities start with `&`. */
const isEscaped = (text: string): boolean =>
	!/&(?!(?:amp|lt|gt);)|[<>]/.test(text.replaceAll(/<https?:\/\/[^<>|\s]+\|[^<>|]+>/g, ""));

/** Slack's incoming webhooks as Slack documents them, on this machine: it accepts correct messages, and says why it refuses others. */
export async function startSlackStandIn() {
	const received: { path: string; message: SlackMessage; headers: Record<string, unknown> }[] = [];
	const slack = {
		url: "",
		received,
		/** For answers other than Slack's usual one to a correct message. */
		answer: undefined as ((response: ServerResponse) => void) | undefined,
		close(): Promise<unknown> {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const say = (code: number, word: string) =>
				void response.writeHead(code, { "content-type": "text/plain" }).end(word);
			const path = request.url ?? "";
			if (!/^\/services\/T\w+\/B\w+\/\w+$/.test(path)) return say(404, "no_service");
			if (request.method !== "POST") return say(405, "");
			if (!/^application\/json/.test(request.headers["content-type"] ?? "")) return say(400, "invalid_payload");
			const message: SlackMessage = JSON.parse(Buffer.concat(chunks).toString());
			received.push({ path, message, headers: request.headers });
			const faults = slackFaults(message);
			if (faults.length > 0) return say(400, "invalid_payload");
			if (slack.answer) return slack.answer(response);
			return say(200, "ok");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	slack.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return slack;
}
