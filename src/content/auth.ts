/** Beside the forms for signing in and registering. */
export const authMarketing = {
	headline: "What is true, written down.",
	bullets: [
		"Four kinds of security scan from one place: Zap, Wapiti, Nmap EOL and SSLyze.",
		"Every finding with the evidence for it: what was seen, where, and how to put it right.",
		"Works offline. What you ask for without a connection is saved on your device and goes out later, once.",
	],
} as const;
