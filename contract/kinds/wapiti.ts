import type { KindDescriptor } from "./kind.ts";

export const wapiti = {
	name: "Wapiti",
	tool: "Wapiti",
	path: "scans/wapiti/start/",
	needs: "ownership",
	target: "target",
	accepts: "url",
	followsPaths: true,
	options: { scope: "Scope ", modules: "", user_agent: null },
	mails: "none",
} as const satisfies KindDescriptor;
