import type { Rule } from "../../rule.ts";
import { atPage, header, notSent, sent } from "../places.ts";

export const nosniffMissing: Rule<"headers"> = {
	meta: {
		id: "nosniff-missing",
		title: "Browsers may guess the type of files",
		severity: "low",
		cwe: 693,
		why: {
			owner: "A file that someone uploads as a picture could be run as a program by a visitor's browser.",
			engineer:
				"Without `X-Content-Type-Options: nosniff` browsers may treat an answer as a script or style whatever its Content-Type says.",
		},
		fix: {
			owner: "Ask for one header to be added; it changes nothing for visitors.",
			engineer:
				"Send `X-Content-Type-Options: nosniff` on every answer, and check that scripts and styles carry the right Content-Type.",
		},
	},
	judge({ exchange }) {
		const value = header(exchange, "x-content-type-options");
		// Browsers look at the first value only (Fetch standard).
		if (value?.split(",")[0]?.trim().toLowerCase() === "nosniff") return [];
		return [
			{
				location: atPage(exchange),
				evidence: [
					value === undefined
						? notSent(exchange, "X-Content-Type-Options")
						: sent(exchange, "X-Content-Type-Options", value),
				],
			},
		];
	},
};
