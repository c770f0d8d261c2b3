import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { type BenchServer, type Line, type Scripts, startBenchServer } from "./server.ts";

export type Library = "workbox" | "outbox";
/** The results of sending a number of entries. */
export type Fate = { lost: number; doubled: number };

/** One page with its worker, in its own origin and so with its own storage. */
type Setting = { server: BenchServer; page: Page; ask<T>(what: string, count?: number, from?: number): Promise<T> };

/** Round trip. */
export const LATENCY_MS = 100;
export const NEAR: Line = { latencyMs: 0, batches: true };
export const FAR: Line = { latencyMs: LATENCY_MS, batches: true };
/** Entries sent before the measured ones when a page and a worker are compared, to warm up their code. */
const WARM_UP = 100;
/** When the sender of a request is killed: it arrives at half of the latency. */
export const KILL_AT_MS = [20, 80, 40, 60, 10, 90];

declare global {
	interface Window {
		/** Asks the worker. */
		ask(name: string, count: number, from: number): Promise<unknown>;
		/** In a page that uses the outbox itself. */
		enqueue(count: number, from: number): Promise<void>;
		drain(): Promise<number>;
		waiting(): number;
	}
}

export function createBench(context: BrowserContext, scripts: Scripts) {
	async function within<T>(library: Library, line: Line, work: (setting: Setting) => Promise<T>): Promise<T> {
		const server = await startBenchServer(scripts, line);
		const page = await context.newPage();
		try {
			await page.goto(server.url);
			await page.waitForFunction(() => "ask" in window && navigator.serviceWorker.controller !== null);
			const ask = (what: string, count = 0, from = 0) =>
				page.evaluate((args) => window.ask(...args), [`${library} ${what}`, count, from] as const);
			return await work({ server, page, ask: ask as Setting["ask"] });
		} finally {
			await page.close();
			server.close();
		}
	}

	function fateOf({ carriedOut }: BenchServer, count: number): Fate {
		const times = [...carriedOut.values()];
		return { lost: count - times.length, doubled: times.filter((time) => time > 1).length };
	}

	return {
		/** Milliseconds to store each entry, to send all of them, and whether all arrived. */
		speed: (library: Library, count: number, line: Line) =>
			within(library, line, async ({ server, ask }) => {
				const enqueue = await ask<number[]>("enqueue", count);
				const drain = await ask<number>("drain");
				return { enqueue, drain, requests: server.requests(), ...fateOf(server, count) };
			}),

		/** Milliseconds to send all of them from a worker that has done so before. */
		alone: (count: number): Promise<Fate & { drain: number }> =>
			within("outbox", NEAR, async ({ server, ask }) => {
				await ask("enqueue", WARM_UP);
				await ask("drain");
				await ask("enqueue", count, WARM_UP);
				return { drain: await ask<number>("drain"), ...fateOf(server, WARM_UP + count) };
			}),

		/** Milliseconds to send all of them from a page that counts and lists them, with two other tabs doing the same; or from one that only sends. */
		async paged(count: number, how: "crowded" | "bare"): Promise<Fate & { drain: number }> {
			const server = await startBenchServer(scripts, NEAR);
			const page = await context.newPage();
			const others = how === "crowded" ? [await context.newPage(), await context.newPage()] : [];
			const watching = how === "crowded" ? [page, ...others] : [];
			try {
				for (const tab of [page, ...others]) await tab.goto(`${server.url}tab#${how}`);
				await page.bringToFront();
				await page.evaluate((number) => window.enqueue(number, 0), WARM_UP);
				await page.evaluate(() => window.drain());
				await page.evaluate((args) => window.enqueue(...args), [count, WARM_UP] as const);
				for (const tab of watching) await tab.waitForFunction((number) => window.waiting() === number, count);
				const drain = await page.evaluate(() => window.drain());
				for (const tab of watching) await tab.waitForFunction(() => window.waiting() === 0);
				return { drain, ...fateOf(server, WARM_UP + count) };
			} finally {
				for (const tab of [page, ...others]) await tab.close();
				server.close();
			}
		},

		/** The worker is stopped repeatedly while it sends: before requests have arrived, and before answers have. */
		killed: (library: Library, count: number): Promise<Fate> =>
			within(library, FAR, async ({ server, page, ask }) => {
				const devtools = await context.newCDPSession(page);
				await devtools.send("ServiceWorker.enable");
				await ask("enqueue", count);
				for (const moment of KILL_AT_MS) {
					const before = server.requests();
					// Never answered: the context that would answer is killed.
					ask("drain").catch(() => {});
					while (server.requests() === before) await sleep(1);
					await sleep(moment);
					await devtools.send("ServiceWorker.stopAllWorkers");
				}
				await ask("drain");
				return fateOf(server, count);
			}),

		/** The server answers 503 for two seconds. */
		unwell: (library: Library, count: number): Promise<Fate> =>
			within(library, NEAR, async ({ server, ask }) => {
				await ask("enqueue", count);
				server.beUnwell(2000);
				await ask("drain");
				return fateOf(server, count);
			}),
	};
}
