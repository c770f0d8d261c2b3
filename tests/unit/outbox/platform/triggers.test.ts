import { describe, expect, test } from "vitest";
import { FRONT_REST_MS, startTriggers, type TriggerDeps } from "#src/outbox/platform/triggers.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

/** A page of a device: its outbox, its events, and what was asked of it. */
function openPage(device: ReturnType<typeof fakeDevice>) {
	const { outbox } = device.context();
	const listeners = new Map<string, () => void>();
	const page = { syncs: 0, busy: 0, mostBusy: 0 };
	const deps: TriggerDeps = {
		on: (event, listener) => listeners.set(event, listener),
		now: device.clock.now,
		after: device.clock.after,
		registerSync: () => page.syncs++,
		markBusy() {
			page.mostBusy = Math.max(page.mostBusy, ++page.busy);
			return () => page.busy--;
		},
	};
	startTriggers(outbox, deps);
	return { outbox, page, fire: (event: "online" | "focus" | "visible") => listeners.get(event)?.() };
}

const offline = "refuse-connection" as const;

describe("promise 5: without a sync event the page sends", () => {
	test("at start", async () => {
		const device = fakeDevice();
		await device.context().outbox.enqueue(scanOf("example.com"));
		device.clock.advance(2000);
		openPage(device);
		await until(() => device.server.scans.size === 1);
	});

	test.each(["focus", "visible", "online"] as const)("on %s", async (event) => {
		const device = fakeDevice();
		const { fire } = openPage(device);
		await turns();
		await device.context().outbox.enqueue(scanOf("example.com"));
		device.clock.jump(2000);
		expect(device.server.scans.size).toBe(0);
		fire(event);
		await until(() => device.server.scans.size === 1);
	});

	test("when the next entry is due", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		server.faults.push({ status: 500, headers: { "retry-after": "300" } });
		await device.context().outbox.enqueue(scanOf("example.com"));
		clock.advance(2000);
		openPage(device);
		await until(() => server.requests.length === 1);
		await until(() => clock.timers() === 1);
		clock.advance(299_000);
		await turns();
		expect(server.requests).toHaveLength(1);
		clock.advance(1000);
		await until(() => server.scans.size === 1);
	});

	test("on focus, what a tab left when it died before it could notify", async () => {
		const device = fakeDevice();
		const { fire } = openPage(device);
		await turns();
		const dying = device.context({ channel: { post() {}, listen() {} } });
		await dying.outbox.enqueue(scanOf("example.com"));
		dying.kill();
		device.clock.advance(60_000);
		await turns();
		expect(device.server.scans.size).toBe(0);
		fire("focus");
		await until(() => device.server.scans.size === 1);
	});

	test("when another tab enqueued and was closed", async () => {
		const device = fakeDevice();
		openPage(device);
		await turns();
		const other = device.context();
		await other.outbox.enqueue(scanOf("example.com"));
		other.kill();
		device.clock.advance(3000);
		await until(() => device.server.scans.size === 1);
	});

	test("at once when the network is back, whatever the back-off", async () => {
		const device = fakeDevice();
		const { server } = device;
		server.faults.push(offline, offline);
		const { outbox, fire } = openPage(device);
		const { id } = await outbox.enqueue(scanOf("example.com"));
		await outbox.sendNow(id);
		await outbox.sendNow(id);
		fire("online");
		await until(() => server.scans.size === 1);
	});

	test.each(["focus", "visible"] as const)(
		"at once on %s, whatever the back-off, and the others after it",
		async (event) => {
			const device = fakeDevice();
			const { server, clock } = device;
			const { outbox, fire } = openPage(device);
			server.faults.push(...Array(12).fill(offline));
			const entries = await outbox.enqueueAll([scanOf("a.example"), scanOf("b.example"), scanOf("c.example")]);
			for (let round = 0; round < 3; round++) for (const { id } of entries) await outbox.sendNow(id);
			server.faults.length = 0;
			await turns();
			clock.jump(FRONT_REST_MS);
			expect(server.scans.size).toBe(0);
			fire(event);
			await until(() => server.scans.size === 3);
		},
	);

	test("also if a proxy answered while the server was away", async () => {
		const device = fakeDevice();
		const { server, clock } = device;
		const { outbox, fire } = openPage(device);
		server.faults.push(...Array(5).fill({ status: 502, headers: { "content-type": "text/html" } }));
		const { id } = await outbox.enqueue(scanOf("a.example"));
		for (let round = 0; round < 5; round++) await outbox.sendNow(id);
		await turns();
		clock.jump(FRONT_REST_MS);
		fire("focus");
		await until(() => server.scans.size === 1);
	});

	test("when the page opens, whatever the back-off", async () => {
		const device = fakeDevice();
		const { server } = device;
		server.faults.push(...Array(5).fill(offline));
		const { outbox } = device.context();
		const { id } = await outbox.enqueue(scanOf("a.example"));
		for (let round = 0; round < 5; round++) await outbox.sendNow(id);
		openPage(device);
		await until(() => server.scans.size === 1);
	});

	test("not on the back-off the server asked for, nor on its pause", async () => {
		const device = fakeDevice();
		const { server, clock } = device;
		const { outbox, fire } = openPage(device);
		server.faults.push({ status: 503, headers: { "retry-after": "300" } });
		const { id } = await outbox.enqueue(scanOf("a.example"));
		await outbox.sendNow(id);
		await turns();
		clock.jump(FRONT_REST_MS);
		fire("visible");
		await turns(80);
		expect(server.requests).toHaveLength(1);
	});

	test("and no more often than every few seconds, however often a person comes and goes", async () => {
		const device = fakeDevice();
		const { server, clock } = device;
		server.faults.push(...Array(1000).fill(offline));
		const { outbox, fire } = openPage(device);
		const { id } = await outbox.enqueue(scanOf("a.example"));
		for (let round = 0; round < 8; round++) await outbox.sendNow(id);
		await turns();
		const before = server.requests.length;
		clock.jump(FRONT_REST_MS);
		for (let second = 0; second < 2 * (FRONT_REST_MS / 1000); second++) {
			for (const event of ["visible", "focus"] as const) fire(event);
			await turns(80);
			clock.jump(1000);
		}
		const tries = server.requests.length - before;
		expect(tries).toBeGreaterThanOrEqual(2);
		expect(tries).toBeLessThanOrEqual(4);
	});

	test("without ever running hot", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		server.faults.push(...Array(1000).fill(offline));
		const { outbox } = openPage(device);
		await outbox.enqueue(scanOf("example.com"));
		for (let second = 0; second < 600; second++) {
			clock.advance(1000);
			await turns(45);
		}
		expect(server.requests.length).toBeGreaterThan(2);
		expect(server.requests.length).toBeLessThan(40);
	});
});

describe("sync events are asked for", () => {
	test("when something is enqueued", async () => {
		const { outbox, page } = openPage(fakeDevice());
		await outbox.enqueue(scanOf("example.com"));
		expect(page.syncs).toBe(1);
	});

	test("at start, when something waits and only then", async () => {
		const device = fakeDevice();
		const empty = openPage(device);
		await turns();
		expect(empty.page.syncs).toBe(0);
		device.server.faults.push(offline);
		await device.context().outbox.enqueue(scanOf("example.com"));
		const { page } = openPage(device);
		await until(() => page.syncs === 1);
	});
});

test("a pass marks the page busy, also when it fails", async () => {
	const device = fakeDevice();
	const { page } = openPage(device);
	expect(page.busy).toBe(1);
	await until(() => page.busy === 0);
	expect(page.mostBusy).toBe(1);
});

test("a storage that fails is looked at again a minute later", async () => {
	const device = fakeDevice();
	let calls = 0;
	startTriggers(
		{
			replay: () => {
				calls++;
				return Promise.reject(new Error("connection lost"));
			},
			subscribe: () => () => {},
		},
		{ on() {}, now: device.clock.now, after: device.clock.after, registerSync() {}, markBusy: () => () => {} },
	);
	await turns();
	device.clock.advance(59_999);
	expect(calls).toBe(1);
	device.clock.advance(1);
	expect(calls).toBe(2);
});

test("what changes at the end of a pass, which may have missed it, is looked at soon", async () => {
	const { clock } = fakeDevice();
	const passes: (() => void)[] = [];
	let change = () => {};
	startTriggers(
		{
			replay: () =>
				new Promise((resolve) => {
					passes.push(() => resolve({ sent: 0, left: 0, nextAt: null }));
				}),
			subscribe(listener) {
				change = () => listener({ ids: [], what: "changed" });
				return () => {};
			},
		},
		{ on() {}, now: clock.now, after: clock.after, registerSync() {}, markBusy: () => () => {} },
	);
	change();
	passes[0]?.();
	await turns();
	clock.advance(HEAD_START_MS + 1000);
	expect(passes).toHaveLength(2);
	passes[1]?.();
	await turns();
	clock.advance(60 * 60_000);
	expect(passes).toHaveLength(2);
});
