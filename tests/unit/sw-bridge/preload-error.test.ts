import { expect, test } from "vitest";
import { reloadAfterPreloadError } from "#src/sw-bridge/preload-error.ts";

function openTab(changes: { online?: boolean; busy?: boolean; build?: string } = {}) {
	const kept = new Map<string, string>();
	const tab = { reloads: 0, online: true, busy: false, build: "/assets/index-1.js", ...changes };
	const fail = () =>
		reloadAfterPreloadError({
			online: () => tab.online,
			busy: () => tab.busy,
			build: tab.build,
			session: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
			reload: () => tab.reloads++,
		});
	return { tab, fail };
}

test("a missing chunk reloads once per build", () => {
	const { tab, fail } = openTab();
	expect([fail(), fail()]).toEqual([true, false]);
	tab.build = "/assets/index-2.js";
	expect(fail()).toBe(true);
	expect(tab.reloads).toBe(2);
});

test("never offline, and never while the tab is busy", () => {
	for (const changes of [{ online: false }, { busy: true }]) {
		const { tab, fail } = openTab(changes);
		expect(fail()).toBe(false);
		expect(tab.reloads).toBe(0);
	}
});

test("never without a memory of having done it", () => {
	const session = {
		getItem: () => null,
		setItem() {
			throw new DOMException("denied", "SecurityError");
		},
	};
	let reloads = 0;
	const done = reloadAfterPreloadError({
		online: () => true,
		busy: () => false,
		build: "1",
		session,
		reload: () => reloads++,
	});
	expect([done, reloads]).toEqual([false, 0]);
});
