import type { Rule } from "../../rule.ts";
import { atPage, header, notSent } from "../places.ts";

export const permissionsPolicyMissing: Rule<"headers"> = {
	meta: {
		id: "permissions-policy-missing",
		title: "Camera, microphone and location are not ruled out",
		severity: "none",
		cwe: 693,
		why: {
			owner:
				"Should a foreign script ever run in your pages, it could ask your visitors for camera or location in your name.",
			engineer:
				"No Permissions-Policy is sent, so embedded frames and injected scripts may ask for powerful features within the browser's defaults.",
		},
		fix: {
			owner: "Nothing urgent. Ask for features that the site does not use to be switched off.",
			engineer: "Send `Permissions-Policy: camera=(), microphone=(), geolocation=()` with what the site really needs.",
		},
	},
	judge({ exchange, html }) {
		if (!html || header(exchange, "permissions-policy") !== undefined) return [];
		return [{ location: atPage(exchange), evidence: [notSent(exchange, "Permissions-Policy")] }];
	},
};
