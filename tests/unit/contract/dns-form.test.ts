import { expect, test } from "vitest";
import { targetOf } from "#contract/kinds/kinds.ts";
import { dnsForm, searchForms } from "#contract/scans/dns-form.ts";

test.each([
	["bücher.example", "xn--bcher-kva.example"],
	["BÜCHER.example:8443", "xn--bcher-kva.example:8443"],
	["bu\u0308cher.example", "xn--bcher-kva.example"],
	["XN--Bcher-KVA.example", "xn--bcher-kva.example"],
	["https://bücher.example/Straße?q=ü", "https://xn--bcher-kva.example/Straße?q=ü"],
	["１２７．0.0.1:9001", "127.0.0.1:9001"],
])("%s is shown as %s", (typed, shown) => {
	expect(dnsForm(typed)).toBe(shown);
	expect(targetOf({ kind: "combined", body: { target: typed } })).toBe(shown);
});

test.each(["A.example/x", "https://a.example/ü", "[::1]:9001", "two words", "ü%", ""])("%s stays as it is", (typed) => {
	expect(dnsForm(typed)).toBe(typed);
});

test("a search looks for what was typed, and for how DNS writes it", () => {
	expect(searchForms("Bücher")).toEqual(["Bücher", "xn--bcher-kva"]);
	expect(searchForms("xn--bcher-kva.example")).toEqual(["xn--bcher-kva.example"]);
	expect(searchForms("a.example")).toEqual(["a.example"]);
});
