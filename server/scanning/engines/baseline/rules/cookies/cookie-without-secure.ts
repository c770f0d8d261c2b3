import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { cookieEvidence, cookiesOf } from "./cookies.ts";
import { lastOf } from "./set-cookie.ts";

export const cookieWithoutSecure: Rule<"headers"> = {
	meta: {
		id: "cookie-without-secure",
		title: "A cookie may travel unencrypted",
		severity: "low",
		cwe: 614,
		why: {
			owner:
				"Anyone listening on the network can copy this cookie. If it holds a login, they are logged in as your visitor.",
			engineer:
				"The cookie is set over https without the Secure attribute, so the browser also sends it with http requests to the same host.",
		},
		fix: {
			owner: "Ask your developers to mark the cookie as secure.",
			engineer: "Add `Secure`, and the `__Host-` prefix where the cookie belongs to one host and path `/`.",
		},
	},
	judge(page, now) {
		return cookiesOf(page, now).flatMap((cookie) =>
			cookie.exchange.endpoint.scheme !== "https" || lastOf(cookie, "secure") !== undefined
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
