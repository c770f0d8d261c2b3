import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { cookieEvidence, cookiesOf } from "./cookies.ts";
import { lastOf } from "./set-cookie.ts";

export const cookieWithoutSamesite: Rule<"headers"> = {
	meta: {
		id: "cookie-without-samesite",
		title: "A cookie does not say whether other sites may use it",
		severity: "low",
		cwe: 1275,
		why: {
			owner:
				"Another site may be able to act on yours in the name of a visitor who is logged in. Newer browsers guard against most of it by themselves.",
			engineer:
				"Without SameSite the behavior depends on the browser: some default to Lax, others send the cookie with every cross-site request (CSRF).",
		},
		fix: {
			owner: "Ask your developers to set the cookie's SameSite attribute.",
			engineer:
				"Set `SameSite=Lax`, or `Strict` for cookies that confirm actions; `None` only together with Secure and a CSRF token.",
		},
	},
	judge(page, now) {
		return cookiesOf(page, now).flatMap((cookie) =>
			/^(?:lax|strict|none)$/i.test(lastOf(cookie, "samesite") ?? "")
				? []
				: [
						{
							location: atEndpoint(cookie.exchange.endpoint, cookie.name),
							evidence: [cookieEvidence(cookie)],
							...(cookie.session ? {} : { severity: "none" }),
						},
					],
		);
	},
};
