import { describe, expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { isForScripts, isLogin } from "#server/scanning/engines/baseline/rules/cookies/cookie-names.ts";
import { http, https, page } from "./builders.ts";
import { NOW } from "./scan.ts";

/** What a cookie lacks, by the rules that find it. */
function lacks(line: string, endpoint = https): string[] {
	return judge("headers", [page({ "set-cookie": line }, { endpoint })], NOW).flatMap(
		({ rule }) => /^cookie-without-(.*)/.exec(rule)?.[1] ?? [],
	);
}

describe("attributes are read as browsers do", () => {
	test.each([
		["values where none belong", "id=1; Secure=yes; HttpOnly=; SameSite=Lax", []],
		["spaces around names, values and signs", "id=1 ;Secure ; HttpOnly\t;  SameSite \t=  strict ", []],
		["any case, also of the values", "id=1; SECURE; httpONLY; samesite=NONE", []],
		[
			"the last SameSite, which browsers do not know",
			"id=1; Secure; HttpOnly; SameSite=Lax; SameSite=Maybe",
			["samesite"],
		],
		["the last SameSite, which they know", "id=1; Secure; HttpOnly; SameSite=Maybe; SameSite=Lax", []],
		["a SameSite without a value", "id=1; Secure; HttpOnly; SameSite", ["samesite"]],
		["a name that only begins like one", "id=1; Secure please; HttpOnlyish; SameSite=Lax", ["secure", "httponly"]],
		["a value that looks like an attribute", "id=Secure; Path=/;HttpOnly; SameSite=Lax", ["secure"]],
		["Partitioned, which changes nothing", "id=1; Secure; HttpOnly; SameSite=None; Partitioned", []],
		["an age that is none, and one that is", "id=1; Max-Age=0; Max-Age=soon", []],
		["the last age", "id=1; Max-Age=0; Max-Age = 60; HttpOnly; SameSite=Lax", ["secure"]],
		["no name", "=1", []],
		["no name and no sign", "Secure", []],
	])("%s", (_what, line, expected) => {
		expect(lacks(line)).toEqual(expected);
	});

	test("the evidence has them without the cookie's value", () => {
		const [found] = judge("headers", [page({ "set-cookie": "id=secret; Path = /A; HttpOnly=; ;" })], NOW).filter(
			({ rule }) => rule === "cookie-without-secure",
		);
		expect(found?.evidence.map(({ text }) => text)).toEqual(["id=(value not kept); path=/a; httponly"]);
	});
});

describe("a cookie that breaks its prefix is refused and does not count", () => {
	test.each([
		["__Secure- without Secure", "__Secure-id=1", https],
		["in any case", "__SECURE-id=1", https],
		["__Secure- over http", "__Secure-id=1; Secure", http],
		["__Host- without a path", "__Host-id=1; Secure", https],
		["__Host- with another path", "__Host-id=1; Secure; Path=/app", https],
		["__Host- with a domain", "__Host-id=1; Secure; Path=/; Domain=example.com", https],
	])("%s", (_what, line, endpoint) => {
		expect(lacks(line, endpoint)).toEqual([]);
	});
	test.each([
		["__Secure-", "__Secure-id=1; Secure; Path=/app; Domain=example.com"],
		["__Host-", "__Host-id=1; Secure=; Path = /; Domain="],
	])("%s as it should be is kept", (_what, line) => {
		expect(lacks(line)).toEqual(["httponly", "samesite"]);
	});
});

describe("which cookie is a login", () => {
	test.each([
		["PHP", "PHPSESSID"],
		["Java", "JSESSIONID"],
		["Spring", "SESSION"],
		["Express", "connect.sid"],
		["Koa", "koa:sess"],
		["Laravel", "shop_session"],
		["Laravel, remembered", "remember_web_59ba36addc2b2f9401580f014c7f58ea4e30989d"],
		["Rails", "_shop_session"],
		["Devise", "remember_user_token"],
		["Django", "sessionid"],
		["ASP.NET", "ASP.NET_SessionId"],
		["ASP.NET forms", ".ASPXAUTH"],
		["ASP.NET Identity", ".AspNet.ApplicationCookie"],
		["ASP.NET Core", ".AspNetCore.Identity.Application"],
		["ASP.NET Core, in parts", ".AspNetCore.CookiesC1"],
		["classic ASP", "ASPSESSIONIDQQABCDEF"],
		["WordPress", "wordpress_logged_in_0123456789abcdef0123456789abcdef"],
		["WordPress, its admin pages", "wordpress_sec_0123456789abcdef0123456789abcdef"],
		["WooCommerce", "wp_woocommerce_session_0123456789abcdef0123456789abcdef"],
		["Drupal", "SSESS0123456789abcdef0123456789abcdef"],
		["ColdFusion", "CFTOKEN"],
		["TYPO3", "fe_typo_user"],
		["MediaWiki", "enwikiSession"],
		["Tomcat, single sign-on", "JSESSIONIDSSO"],
		["Phoenix", "_my_shop_key"],
		["vBulletin", "bb_sessionhash"],
		["Oracle APEX", "ORA_WWV_APP_100"],
		["Ghost", "ghost-members-ssr"],
		["Umbraco", "UMB_UCONTEXT"],
		["Auth.js, with a prefix", "__Secure-authjs.session-token"],
		["a token in camel case", "accessToken"],
		["a token in one word", "authtoken"],
		["a JWT", "__Host-jwt"],
		["single sign-on", "app-sso"],
	])("%s: %s", (_what, name) => {
		expect(isLogin(name)).toBe(true);
	});
	test.each([
		["a menu", "sidebar_state"],
		["a name of a person", "author"],
		["a word that begins with one", "authorized-resellers"],
		["a word that has one inside", "assessment"],
		["a word that ends with another", "beside"],
		["what balances load", "heroku-session-affinity"],
		["what balances load, in one word", "ApplicationGatewayAffinityCORS"],
		["what counts visits", "_hjSessionUser_12345"],
		["what counts visits, by an id", "_uetsid"],
		["a test for cookies", "wordpress_test_cookie"],
		["a token against request forgery", "csrftoken"],
		["another", "__RequestVerificationToken"],
		["a key of another kind", "site_key"],
		["a theme", "theme"],
	])("not %s: %s", (_what, name) => {
		expect(isLogin(name)).toBe(false);
	});
	test("scripts read tokens against request forgery", () => {
		expect(["XSRF-TOKEN", "csrftoken", "theme"].map(isForScripts)).toEqual([true, true, false]);
	});
});
