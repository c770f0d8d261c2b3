import { afterAll, expect, test } from "vitest";
import { createClientFileReaders } from "#server/app/clients/file/readers.ts";

const readers = createClientFileReaders();
afterAll(readers.close);

test("the densest records of the longest part are read without ending the process", async () => {
	const dense = Buffer.from(`[${"{},".repeat(11_000_000)}{}]`);
	const done = await readers.run("readRows", "hosts", dense, "data/hosts-0001.json");
	expect(done.status === "gave-up" || !done.value.ok).toBe(true);
});
