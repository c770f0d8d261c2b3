import { expect, test } from "vitest";
import { answerOf, insteadOfPage } from "#server/scanning/engines/baseline/gather/web/answer.ts";
import { exchange } from "./builders.ts";

type Case = [status: number, headers: Record<string, string>, kind: string, says?: RegExp, body?: string];

const CASES: Case[] = [
	[200, {}, "page"],
	[200, { server: "cloudflare", "x-sucuri-id": "15005", "x-datadome": "protected" }, "page"],
	[206, {}, "page"],
	[302, {}, "page"],
	[403, {}, "refused", /answered 403: it refused our scanner, or refuses everyone\. .*\/scanner-info/],
	...[400, 405, 406, 418, 451].map((status): Case => [status, {}, "refused"]),
	[403, { "cf-mitigated": "challenge" }, "bot-wall", /looks like a bot wall.*cf-mitigated.*\/scanner-info/],
	[404, { "cf-mitigated": "challenge" }, "bot-wall"],
	[202, { "x-amzn-waf-action": "challenge" }, "bot-wall"],
	[405, { "x-amzn-waf-action": "captcha" }, "bot-wall"],
	[202, { "sg-captcha": "challenge" }, "bot-wall"],
	[202, {}, "bot-wall", /no page has this status/],
	[403, { "x-datadome": "protected" }, "bot-wall"],
	[403, { "x-sucuri-id": "15005" }, "bot-wall"],
	[403, { server: "cloudflare" }, "bot-wall", /it comes from Cloudflare/],
	[503, { server: "cloudflare" }, "bot-wall"],
	[503, { server: "cloudflare", "retry-after": "120" }, "busy", /again in 120 seconds/],
	[404, { server: "cloudflare", "x-sucuri-id": "15005" }, "no-page"],
	[403, { server: "AkamaiGHost" }, "bot-wall"],
	[403, {}, "bot-wall", /reference number as Akamai/, "<h1>Access Denied</h1> Reference&#32;&#35;18.2d351ab8"],
	[403, {}, "bot-wall", /reference number as Akamai/, "<h1>Access Denied</h1> Reference #18.2d351ab8"],
	[404, {}, "no-page", /the site has no page there/, "Reference #18.2d351ab8"],
	[410, {}, "no-page"],
	[204, {}, "no-page"],
	[401, {}, "sign-in", /asks for a sign-in, and we do not sign in/],
	[403, { "www-authenticate": "Negotiate" }, "sign-in"],
	[511, {}, "captive-portal", /a network on the way asks for a sign-in/],
	[429, {}, "busy", /again later/],
	[503, { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, "busy", /again later/],
	[500, {}, "server-error", /an error of the server/],
];

test.for(CASES)("%s with %o is told as %s", ([status, headers, kind, says = /^/, text = ""]) => {
	const answered = exchange(headers, { status });
	const answer = answerOf(answered, { status: "whole", bytes: Buffer.from(text) });
	expect(answer.kind).toBe(kind);
	const sentence = insteadOfPage(answered, answer);
	if (kind === "page") expect(sentence).toBeUndefined();
	else expect(sentence).toMatch(says);
});
