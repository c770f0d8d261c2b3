import { expect, test } from "vitest";
import { sharedTarget } from "#src/features/scans/launch/use-shared-target.ts";
import { webManifest } from "../../../scripts/build/web-manifest.ts";

const shared = (given: Record<string, string>) => sharedTarget(new URLSearchParams(given));

test("the address is taken from wherever the system put it, without the text around it", () => {
	expect(shared({ "share-url": "https://a.example/x?y=1#z", "share-text": "https://b.example" })).toBe(
		"https://a.example/x?y=1#z",
	);
	expect(shared({ "share-title": "A page", "share-text": "See “https://a.example/x”." })).toBe("https://a.example/x");
	expect(shared({ "share-text": "Look at (https://a.example/x)." })).toBe("https://a.example/x");
	expect(shared({ "share-url": "", "share-text": "words", "share-title": "http://a.example" })).toBe(
		"http://a.example",
	);
});

test("what holds no web address fills in nothing", () => {
	expect(shared({})).toBeNull();
	expect(shared({ "share-text": "javascript:alert(1) ftp://a.example a.example" })).toBeNull();
	expect(shared({ url: "https://a.example", tab: "history" })).toBeNull();
});

test("the manifest names the same parts", () => {
	const { action, method, params } = webManifest.share_target ?? {};
	expect([action, method]).toEqual(["/share", "POST"]);
	const { files, ...texts } = params ?? {};
	expect(files).toHaveLength(1);
	for (const name of Object.values(texts)) expect(shared({ [name as string]: "https://a.example" })).not.toBeNull();
});
