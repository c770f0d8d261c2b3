/** Beside the forms for signing in and registering. */
export const authMarketing = {
	headline: "What is true, written down.",
	bullets: [
		"Four kinds of security scan from one place: Zap, Wapiti, Nmap EOL and SSLyze.",
		"Every finding comes with its evidence: what was seen, where, and how to fix it.",
		"Works offline. Requests you make without a connection are saved on your device and sent later, once.",
	],
} as const;
