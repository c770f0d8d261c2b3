import type { ScanKind } from "./kinds.ts";

type KindTexts = {
	/** One line for the API's page. */
	summary: string;
	/** One such scan, inside a sentence. */
	one: string;
	/** How a report describes this kind of scan. */
	method: string;
};

/** Texts about each kind for the API's description and the reports. Apart from the descriptors, because no page needs them. */
export const KIND_TEXTS: Record<ScanKind, KindTexts> = {
	combined: {
		summary: "Scan a target with our own passive checks and mail the report. With a session the scan is the account’s.",
		one: "a Combined scan",
		method: "our own checks, passive. DNS, TLS handshakes, and what any visitor gets from a few pages.",
	},
	zap: {
		summary: "Scan a web application with ZAP.",
		one: "a Zap scan",
		method: "requests like an attacker's against a web application whose owner has proven that it is theirs.",
	},
	wapiti: {
		summary: "Scan a web application with Wapiti.",
		one: "a Wapiti scan",
		method: "pages and forms are found by following links, and parameters are tried with harmful input.",
	},
	nmap: {
		summary: "Find services of a host that are past their end of life with Nmap.",
		one: "an Nmap EOL scan",
		method: "open ports, the services behind them with their versions, and whether those versions still have support.",
	},
	sslyze: {
		summary: "Check a host’s TLS with SSLyze.",
		one: "an SSLyze scan",
		method: "versions, ciphers, certificates and known faults of TLS on one port.",
	},
};
