import type { KindDescriptor } from "./kind.ts";

export const nmap = {
	name: "Nmap EOL",
	tool: "Nmap",
	path: "scans/nmap/start/",
	needs: "ownership",
	target: "host",
	accepts: "anything",
	followsPaths: false,
	options: {},
	mails: "none",
} as const satisfies KindDescriptor;
