import type { ScanPage } from "#contract/scans/scans.ts";
import type { StreamEvent } from "#src/lib/data/event-stream.ts";

/** How long to wait before the next check while no events arrive, in milliseconds. */
export const LOOK_MS = 5_000;

/** How often to check even though the stream is open: an event may get lost between servers. */
export const CHECK_MS = 30_000;

export type ScanWatchDeps = {
	/** Opens the stream of events; resolves when it ends, rejects when it cannot be opened. */
	stream(
		on: {
			open(): void;
			event(event: StreamEvent): void;
			/** When the server ended or refused a stream, it said how long to wait before the next one. */
			retry(ms: number): void;
		},
		signal: AbortSignal,
	): Promise<void>;
	readNewest(signal: AbortSignal): Promise<ScanPage>;
	onEvent(event: StreamEvent): void;
	onNewest(newest: ScanPage): void;
	/** From 0 to 1, a different one each time. */
	random(): number;
	/** Resolves after this many milliseconds, or when the signal is aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
};

/**
 * Keeps the scans on screen up to date until the signal is aborted: by events, and by polling every few seconds while none arrive. It also
 * checks whenever the stream opens, because earlier events are lost.
 */
export async function watchScans(deps: ScanWatchDeps, signal: AbortSignal): Promise<void> {
	const look = async () => {
		try {
			const newest = await deps.readNewest(signal);
			if (!signal.aborted) deps.onNewest(newest);
		} catch {
			// Offline, or refused: the queries of the lists report it.
		}
	};
	while (!signal.aborted) {
		let opened = false;
		let pauseMs = LOOK_MS;
		const on = {
			open() {
				opened = true;
				void look();
			},
			event: (event: StreamEvent) => {
				if (!signal.aborted) deps.onEvent(event);
			},
			retry(ms: number) {
				pauseMs = Math.min(ms, CHECK_MS);
			},
		};
		let streaming = true;
		const stream = deps
			.stream(on, signal)
			.catch(() => undefined)
			.finally(() => {
				streaming = false;
			});
		while (streaming) {
			const checked = new AbortController();
			const pause = deps.wait(CHECK_MS, AbortSignal.any([signal, checked.signal]));
			await Promise.race([stream, pause]);
			checked.abort();
			if (streaming && opened && !signal.aborted) await look();
			if (signal.aborted) return;
		}
		if (signal.aborted) return;
		if (!opened) await look();
		// Clients refused together must not all come back at once. A server that ends streams gives each a different time.
		await deps.wait(opened ? pauseMs : pauseMs * (1 + deps.random()), signal);
	}
}
