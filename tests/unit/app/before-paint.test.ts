import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const script = await readFile("public/before-paint.js", "utf8");

function mark(stored: Record<string, string> | "switched off"): Record<string, string> {
	const dataset: Record<string, string> = {};
	const localStorage = {
		getItem(key: string) {
			if (stored === "switched off") throw new Error("SecurityError");
			return stored[key] ?? null;
		},
	};
	runInNewContext(script, { localStorage, document: { documentElement: { dataset } } });
	return dataset;
}

test("the document is marked before it is painted with what the device knows", () => {
	expect(mark({})).toEqual({});
	expect(mark({ "plumbline-account": "{}" })).toEqual({ account: "" });
	expect(mark({ "plumbline-sidebar": "collapsed" })).toEqual({ sidebar: "collapsed" });
	expect(mark({ "plumbline-sidebar": "expanded" })).toEqual({});
	expect(mark("switched off")).toEqual({});
});

test.each(["src/lib/account/account.ts", "src/app/dashboard/sidebar-state.ts"])(
	"it reads the key of %s",
	async (file) => {
		const key = /const KEY = "([^"]+)"/.exec(await readFile(file, "utf8"))?.[1];
		expect(key).toBeTruthy();
		expect(script).toContain(`"${key}"`);
	},
);
