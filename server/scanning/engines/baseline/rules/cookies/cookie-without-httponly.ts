import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { cookieEvidence, cookiesOf } from "./cookies.ts";
import { lastOf } from "./set-cookie.ts";

export const cookieWithoutHttponly: Rule<"headers"> = {
	meta: {
		id: "cookie-without-httponly",
		title: "Scripts can read a cookie",
		severity: "low",
		cwe: 1004,
		why: {
			owner:
				"If a foreign script ever gets into one of your pages, it can copy this cookie. If that holds a login, the thief is logged in.",
			engineer:
				"The cookie lacks HttpOnly, so document.cookie shows it to any script in the page, injected ones included.",
		},
		fix: {
			owner: "Ask your developers whether a script needs this cookie; if not, it can be hidden from scripts.",
			engineer: "Add `HttpOnly` to every cookie that only the server reads, session cookies first.",
		},
	},
	judge(page, now) {
		return cookiesOf(page, now).flatMap((cookie) =>
			lastOf(cookie, "httponly") !== undefined || cookie.forScripts
				? []
				: [
						{
							location: atEndpoint(cookie.exchange.endpoint, cookie.name),
							evidence: [cookieEvidence(cookie)],
							...(cookie.session ? { severity: "medium" } : {}),
						},
					],
		);
	},
};
