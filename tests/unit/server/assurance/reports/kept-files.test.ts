import { expect, test, vi } from "vitest";
import { createKeptFiles, KEPT_MS } from "#server/assurance/reports/kept-files.ts";

const file = (text: string) => vi.fn(async () => Buffer.from(text));

test("a file is made once, also for those who ask while it is being made", async () => {
	const files = createKeptFiles(2);
	const make = file("a");
	const [one, other] = await Promise.all([files.get("a", make), files.get("a", make)]);
	expect([one, other, await files.get("a", make)].map(String)).toEqual(["a", "a", "a"]);
	expect(make).toHaveBeenCalledTimes(1);
});

test("the one last asked for the longest time ago goes first, and a dropped one goes at once", async () => {
	const files = createKeptFiles(2);
	const [a, b, c] = [file("a"), file("b"), file("c")];
	await files.get("a", a);
	await files.get("b", b);
	await files.get("a", a);
	await files.get("c", c);
	await files.get("a", a);
	await files.get("b", b);
	expect([a, b, c].map((make) => make.mock.calls.length)).toEqual([1, 2, 1]);
	files.drop("b");
	await files.get("b", b);
	expect(b).toHaveBeenCalledTimes(3);
});

test("one that could not be made is made again", async () => {
	const files = createKeptFiles(2);
	await expect(files.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(String(await files.get("a", file("a")))).toBe("a");
});

test("a file goes after ten minutes, and files are made one at a time", async () => {
	vi.useFakeTimers();
	try {
		const files = createKeptFiles(3);
		const make = file("a");
		await files.get("a", make);
		vi.advanceTimersByTime(KEPT_MS - 1);
		await files.get("a", make);
		expect(make).toHaveBeenCalledTimes(1);
		vi.advanceTimersByTime(1);
		await files.get("a", make);
		expect(make).toHaveBeenCalledTimes(2);
	} finally {
		vi.useRealTimers();
	}
	const files = createKeptFiles(3);
	const first = Promise.withResolvers<Buffer>();
	const second = file("b");
	const [one, other] = [files.get("a", () => first.promise), files.get("b", second)];
	await Promise.resolve();
	expect(second).not.toHaveBeenCalled();
	first.resolve(Buffer.from("a"));
	expect([await one, await other].map(String)).toEqual(["a", "b"]);
});
