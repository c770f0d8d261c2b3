import type { Rule } from "../../rule.ts";

export const noHttps: Rule<"redirects"> = {
	meta: {
		id: "no-https",
		title: "The site is not available over HTTPS",
		severity: "high",
		cwe: 319,
		why: {
			owner:
				"Everything your visitors read and type crosses the network in the open: passwords, messages, payment details. Browsers mark the site as not secure.",
			engineer:
				"Nothing answers on port 443, so there is no encrypted way to the site. Anyone on the path can read and change the traffic.",
		},
		fix: {
			owner: "Ask your host to turn on HTTPS. Certificates are free, and most hosts do it with one setting.",
			engineer:
				"Get a certificate with ACME (for example from Let's Encrypt), serve the site on 443, and redirect port 80 to it.",
		},
	},
	judge({ host, ports }) {
		const plain = ports.find((port) => port.status === "open" && port.scheme === "http");
		const secure = ports.find(({ port }) => port === 443);
		if (!plain || secure?.status !== "closed") return [];
		const silent = secure.failure !== "refused";
		return [
			{
				location: { host, port: 443, path: "", parameter: "" },
				evidence: [
					{
						source: `TCP connection to ${host} port 443`,
						text: silent
							? "No answer, while another port of the host answers"
							: "Connection refused, while another port of the host answers",
					},
				],
				...(silent ? { confidence: "low" } : {}),
			},
		];
	},
};
