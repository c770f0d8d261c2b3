import { describe, expect, test } from "vitest";
import { createBusyMarks } from "#src/sw-bridge/busy.ts";
import { createUpdates } from "#src/sw-bridge/updates.ts";
import { fakeClock } from "#tests/support/outbox/outbox-clock.ts";

/** A tab that follows a worker's versions. `controlled`: it was opened under a worker. */
function openTab({ controlled = true, hidden = false } = {}) {
	const clock = fakeClock();
	const busy = createBusyMarks();
	const container = Object.assign(new EventTarget(), { controller: controlled ? {} : null });
	const tab = { hidden, reloads: 0, ready: false, takeOversAsked: 0 };
	let onWaiting = () => {};
	let onHidden = () => {};
	const updates = createUpdates({
		container: container as unknown as ServiceWorkerContainer,
		busy,
		hidden: () => tab.hidden,
		onHidden(listener) {
			onHidden = listener;
		},
		after: clock.after,
		reload: () => tab.reloads++,
	});
	updates.subscribe((ready) => {
		tab.ready = ready;
	});
	updates.watch({
		onWaiting(listener) {
			onWaiting = listener;
		},
		skipWaiting: () => tab.takeOversAsked++,
	});
	return {
		tab,
		clock,
		busy,
		updates,
		/** A new worker is found, installs, and waits. */
		newWorker: () => onWaiting(),
		/** The new worker takes over, because some tab accepted it. */
		takeOver() {
			container.controller = {};
			container.dispatchEvent(new Event("controllerchange"));
		},
		hide() {
			tab.hidden = true;
			onHidden();
		},
	};
}

describe("an update is offered", () => {
	test("when a new worker waits", () => {
		const { tab, newWorker } = openTab();
		expect(tab.ready).toBe(false);
		newWorker();
		expect(tab.ready).toBe(true);
	});

	test("not for the very first worker", () => {
		const { tab, newWorker, takeOver } = openTab({ controlled: false });
		newWorker();
		takeOver();
		expect(tab).toMatchObject({ ready: false, reloads: 0 });
	});

	test("not while a form is in use, but afterwards; requests under way do not hide it", () => {
		const { tab, busy, newWorker } = openTab();
		const release = busy.mark("form");
		busy.mark("replay");
		newWorker();
		expect(tab.ready).toBe(false);
		release();
		expect(tab.ready).toBe(true);
	});
});

describe("an accepted update", () => {
	test("tells the waiting worker, and reloads once it has taken over", () => {
		const { tab, updates, newWorker, takeOver } = openTab();
		newWorker();
		updates.accept();
		expect(tab).toMatchObject({ takeOversAsked: 1, ready: false, reloads: 0 });
		takeOver();
		expect(tab.reloads).toBe(1);
	});

	test("reloads after 2 s where the worker never takes over", () => {
		const { tab, clock, updates, newWorker } = openTab();
		newWorker();
		updates.accept();
		clock.advance(1999);
		expect(tab.reloads).toBe(0);
		clock.advance(1);
		expect(tab.reloads).toBe(1);
	});

	test("waits for requests that are under way", () => {
		const { tab, busy, updates, newWorker, takeOver } = openTab();
		newWorker();
		const release = busy.mark("replay");
		updates.accept();
		takeOver();
		expect(tab.reloads).toBe(0);
		release();
		expect(tab.reloads).toBe(1);
	});
});

describe("an update accepted in another tab", () => {
	test.each(["form", "replay"] as const)(
		"does not reload a tab that is busy (%s), not even in the background",
		(reason) => {
			const { tab, clock, busy, newWorker, takeOver, hide } = openTab();
			newWorker();
			const release = busy.mark(reason);
			takeOver();
			hide();
			clock.advance(3_600_000);
			expect(tab.reloads).toBe(0);
			release();
			expect(tab.reloads).toBe(1);
		},
	);

	test("does not reload a tab that is looked at; it is offered there, and done at once", () => {
		const { tab, updates, newWorker, takeOver } = openTab();
		newWorker();
		takeOver();
		expect(tab).toMatchObject({ reloads: 0, ready: true });
		updates.accept();
		expect(tab.reloads).toBe(1);
	});

	test("reloads a tab in the background", () => {
		const { tab, newWorker, takeOver, hide } = openTab();
		newWorker();
		takeOver();
		hide();
		expect(tab.reloads).toBe(1);
	});
});

test("a mark that is released twice frees no other", () => {
	const busy = createBusyMarks();
	const release = busy.mark("form");
	busy.mark("form");
	release();
	release();
	expect(busy.has("form")).toBe(true);
});
