import { expect, test } from "vitest";
import { pagePath } from "#server/scanning/engines/baseline/gather/crawl/page-path.ts";
import { forbidsFollowing, readMarkup } from "#server/scanning/engines/baseline/gather/web/html.ts";

const ORIGIN = "https://example.com";
const pathOf = (address: string) => pagePath(new URL(address, ORIGIN), ORIGIN);

test.for([
	"/about",
	"/about/",
	"/index.html",
	"/shop.php?page=2",
	"/login",
	"/sign-in",
	"/v1.2/notes",
	"/blog/outlook-tips",
	"/dialogout",
	"/undeleted",
])("%s may be a page", (path) => {
	expect(pathOf(path)).toBe(path);
});

test.for([
	"http://example.com/about",
	"https://www.example.com/about",
	"https://example.com:8443/about",
	"https://user@example.com/about",
	"mailto:ada@example.com",
	"tel:+123",
	"javascript:void(0)",
	"data:text/html,hi",
	"/report.pdf",
	"/a/photo.JPG?size=2",
	"/feed.xml",
	"/.env",
	"/.git/HEAD",
	"/.well-known/security.txt",
	"/logout",
	"/user/signOut",
	"/sign_out",
	"/wp-login.php?action=logout",
	"/cart?add-to-cart=7",
	"/cart/remove/7",
	"/items/7/delete",
	"/unsubscribe?u=1",
	"/search?a=1&b=2&c=3",
	`/${"a".repeat(600)}`,
])("%s is no page that we read", (address) => {
	expect(pathOf(address)).toBeUndefined();
});

const linksOf = (html: string, url = "https://example.com/shop/") => readMarkup(html, url).links.paths;

test("a page names what it links to, each once, resolved as a browser does", () => {
	expect(
		linksOf(
			'<a href="a">1</a><a href="/shop/a#top">2</a><area href="/b"><a href="../c?x=1">3</a><a name=d>4</a><link href="/e">',
		),
	).toEqual(["/shop/a", "/b", "/c?x=1"]);
	expect(linksOf('<base href="/other/"><a href="a">1</a>')).toEqual(["/other/a"]);
});

test("links that are not to be followed are not named: by link, by page, and in templates and noscript", () => {
	expect(linksOf('<a rel="noopener nofollow" href="/a">1</a><a rel=noopener href="/b">2</a>')).toEqual(["/b"]);
	expect(linksOf('<meta name="Robots" content="index, NOFOLLOW"><a href="/a">1</a>')).toEqual([]);
	expect(linksOf('<meta name="robots" content="none"><a href="/a">1</a>')).toEqual([]);
	expect(linksOf('<meta name="robots" content="noindex"><a href="/a">1</a>')).toEqual(["/a"]);
	expect(linksOf('<template><a href="/a">1</a></template><noscript><a href="/b">2</a></noscript>')).toEqual([]);
});

test("an X-Robots-Tag forbids with or without a robot's name", () => {
	expect(["noindex, nofollow", "otherbot: nofollow", "none"].map(forbidsFollowing)).toEqual([true, true, true]);
	expect(["noindex", "", undefined, "nofollowing"].map(forbidsFollowing)).toEqual([false, false, false, false]);
});

test("of a page with very many links, a thousand are looked at, and more are said to be there", () => {
	const many = Array.from({ length: 5_000 }, (_, at) => `<a href=/${at}>`).join("");
	const { links } = readMarkup(many, "https://example.com/");
	expect([links.paths.length, links.more]).toEqual([1_000, true]);
});
