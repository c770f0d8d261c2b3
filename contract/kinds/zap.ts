import type { KindDescriptor } from "./kind.ts";

export const zap = {
	name: "Zap",
	tool: "Zap",
	path: "zap-scan/",
	needs: "ownership",
	target: "url",
	accepts: "url",
	followsPaths: true,
	options: {},
	mails: "account",
} as const satisfies KindDescriptor;
