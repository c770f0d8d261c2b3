import type { Rule } from "../../rule.ts";
import { atPage, header, sent } from "../places.ts";

export const corsReflectsOrigin: Rule<"cors"> = {
	meta: {
		id: "cors-reflects-origin",
		title: "Any other site may read answers meant for your visitors",
		severity: "high",
		cwe: 942,
		why: {
			owner: "A malicious page that a logged-in visitor opens can read their data on your site without them noticing.",
			engineer:
				"The server repeats any Origin in Access-Control-Allow-Origin and allows credentials, so every site can read authenticated answers.",
		},
		fix: {
			owner: "Ask your developers to name the sites that may read from yours.",
			engineer:
				"Compare Origin with a fixed list before repeating it, send `Vary: Origin`, and allow credentials only where they are needed.",
		},
	},
	judge({ exchange, origin }) {
		if (header(exchange, "access-control-allow-origin") !== origin) return [];
		const credentials = header(exchange, "access-control-allow-credentials");
		const withCredentials = credentials?.trim().toLowerCase() === "true";
		return [
			{
				location: atPage(exchange, "access-control-allow-origin"),
				evidence: [
					{ source: `HEAD ${exchange.url} with Origin: ${origin}`, text: `Access-Control-Allow-Origin: ${origin}` },
					...(credentials === undefined ? [] : [sent(exchange, "Access-Control-Allow-Credentials", credentials)]),
				],
				// Without credentials it reveals no more than `*` does.
				...(withCredentials ? {} : { severity: "low" }),
			},
		];
	},
};
