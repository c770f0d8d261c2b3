import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";
import { chooseTheme, readTheme, subscribeTheme, watchTheme } from "#src/lib/device/theme.ts";

const BY_DEVICE = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];
const script = await readFile("public/theme.js", "utf8");

/** A document as theme.js leaves it, and as the page's own code continues with it. */
function openDocument(stored: Map<string, string> | "switched off") {
	const events = new EventTarget();
	const dataset: Record<string, string> = {};
	const metas = BY_DEVICE.map((media) => ({ media }));
	const localStorage = {
		getItem: (key: string) => {
			if (stored === "switched off") throw new Error("SecurityError");
			return stored.get(key) ?? null;
		},
		setItem: (key: string, value: string) => {
			if (stored === "switched off") throw new Error("SecurityError");
			stored.set(key, value);
		},
		removeItem: (key: string) => {
			if (stored === "switched off") throw new Error("SecurityError");
			stored.delete(key);
		},
	};
	const document = { documentElement: { dataset }, querySelectorAll: () => metas };
	const world = {
		localStorage,
		document,
		addEventListener: events.addEventListener.bind(events),
		removeEventListener: events.removeEventListener.bind(events),
		dispatchEvent: events.dispatchEvent.bind(events),
	};
	for (const [name, value] of Object.entries(world)) vi.stubGlobal(name, value);
	runInNewContext(script, world);
	return { dataset, media: () => metas.map(({ media }) => media), events };
}

let stored: Map<string, string>;
beforeEach(() => {
	stored = new Map();
});

test("a device that has chosen nothing follows its own preference", () => {
	const { dataset, media } = openDocument(stored);
	watchTheme();
	expect(dataset).toEqual({ theme: "system" });
	expect(media()).toEqual(BY_DEVICE);
	expect(readTheme()).toBe("system");
});

test("the choice applies before the first paint, and then to the browser's bar too", () => {
	stored.set("plumbline-theme", "dark");
	const { dataset, media } = openDocument(stored);
	expect(dataset).toEqual({ theme: "dark" });
	watchTheme();
	expect(media()).toEqual(["not all", "all"]);
	expect(readTheme()).toBe("dark");
});

test("a choice applies at once, is reported to listeners, and can be undone", () => {
	const { dataset, media } = openDocument(stored);
	const told = vi.fn();
	const stop = subscribeTheme(told);
	expect(chooseTheme("light")).toBe(true);
	expect(dataset).toEqual({ theme: "light" });
	expect(media()).toEqual(["all", "not all"]);
	expect(told).toHaveBeenCalledTimes(1);
	expect(chooseTheme("system")).toBe(true);
	expect(dataset).toEqual({ theme: "system" });
	expect(media()).toEqual(BY_DEVICE);
	expect(stored.size).toBe(0);
	stop();
	chooseTheme("dark");
	expect(told).toHaveBeenCalledTimes(2);
});

test("a choice made in another tab is taken over", () => {
	const { dataset, media, events } = openDocument(stored);
	watchTheme();
	stored.set("plumbline-theme", "dark");
	events.dispatchEvent(new Event("storage"));
	expect(dataset).toEqual({ theme: "dark" });
	expect(media()).toEqual(["not all", "all"]);
});

test("nonsense in the storage, or none at all, changes nothing", async () => {
	stored.set("plumbline-theme", "purple");
	openDocument(stored);
	expect(readTheme()).toBe("system");
	// The stylesheet knows only two names.
	const variant = /@custom-variant dark \{.*?\n\}/s.exec(await readFile("src/ui/styles/theme.css", "utf8"))?.[0];
	expect(new Set(variant?.match(/data-theme="\w+"/g))).toEqual(new Set(['data-theme="light"', 'data-theme="dark"']));
	expect(openDocument("switched off").dataset).toEqual({});
	expect(readTheme()).toBe("system");
	expect(chooseTheme("dark")).toBe(false);
});

test("both read the same key", async () => {
	const key = /const KEY = "([^"]+)"/.exec(await readFile("src/lib/device/theme.ts", "utf8"))?.[1];
	expect(script).toContain(`"${key}"`);
});

test("no script asks for the system's theme or the screen's width: every-screen.spec.ts opens a page in only one of each", async () => {
	const scripts = globSync("{src,sw,contract,public}/**/*.{ts,tsx,js}");
	const texts = await Promise.all(scripts.map(async (file) => [file, await readFile(file, "utf8")] as const));
	const asking = texts.filter(([, text]) => /prefers-color-scheme/.test(text)).map(([file]) => file);
	// It says which of them each color of the browser's bar is for, and checks nothing.
	expect(asking).toEqual(["src/lib/device/theme.ts"]);
	const queries = texts.flatMap(([, text]) => text.match(/matchMedia\(.*/g) ?? []);
	expect(queries).not.toEqual([]);
	expect(queries.filter((query) => /color|width/.test(query))).toEqual([]);
});
