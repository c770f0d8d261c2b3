import type { KindDescriptor } from "./kind.ts";

export const sslyze = {
	name: "SSLyze",
	tool: "SSLyze",
	path: "scans/sslyze/start/",
	needs: "sign-in",
	target: "target",
	accepts: "host:port",
	followsPaths: false,
	options: {},
	mails: "none",
} as const satisfies KindDescriptor;
