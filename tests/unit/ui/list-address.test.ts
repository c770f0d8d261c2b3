import { expect, test } from "vitest";
import * as z from "zod/mini";
import { listAddress, oneOf, parsed, typed } from "#src/ui/hooks/list-address.ts";

const { readAddress, writeAddress } = listAddress({
	tab: oneOf(["open", "all"], "open"),
	q: typed(5),
	show: oneOf(["new"], ""),
	from: parsed(z.iso.date(), undefined),
});
const read = (query: string) => readAddress(new URLSearchParams(query));

test("the first view has no query, and no query is the first view", () => {
	expect(read("")).toStrictEqual({ tab: "open", q: "", show: "" });
	expect(`${writeAddress(read(""))}`).toBe("");
});

test("an address is read back as it was written, with its parts in order", () => {
	const query = "tab=all&q=a+%26+b&show=new&from=2026-11-28";
	expect(`${writeAddress(read(query))}`).toBe(query);
});

test("a part that we would not write is as in the first view", () => {
	expect(read("tab=x&show=&from=yesterday&more=1&q=too+long")).toStrictEqual({ tab: "open", q: "too l", show: "" });
});
