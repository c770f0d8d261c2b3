import type { ScanPage } from "#contract/scans.ts";
import type { StreamEvent } from "#src/lib/data/event-stream.ts";

/** How long to wait before the next look while no events come, in milliseconds. */
export const LOOK_MS = 5_000;

/** How often to look although the stream is open: an event may get lost on the way to the server that tells it. */
export const CHECK_MS = 30_000;

export type ScanWatchWorld = {
	/** Opens the stream of events; resolves when it ends, rejects when it cannot be opened. */
	stream(on: { open(): void; event(event: StreamEvent): void }, signal: AbortSignal): Promise<void>;
	readNewest(signal: AbortSignal): Promise<ScanPage>;
	onEvent(event: StreamEvent): void;
	onNewest(newest: ScanPage): void;
	/** Resolves after so many milliseconds, or when the signal says so. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
};

/**
 * Keeps what is shown of scans up to date until the signal says so: by events, and by looking every few seconds where they do
 * not come. Whenever the stream is opened it looks too, because nobody told what happened before.
 */
export async function watchScans(world: ScanWatchWorld, signal: AbortSignal): Promise<void> {
	const look = async () => {
		try {
			const newest = await world.readNewest(signal);
			if (!signal.aborted) world.onNewest(newest);
		} catch {
			// Offline, or refused: whoever reads the lists says so.
		}
	};
	while (!signal.aborted) {
		let opened = false;
		const on = {
			open() {
				opened = true;
				void look();
			},
			event: (event: StreamEvent) => {
				if (!signal.aborted) world.onEvent(event);
			},
		};
		let streaming = true;
		const stream = world
			.stream(on, signal)
			.catch(() => undefined)
			.finally(() => {
				streaming = false;
			});
		while (streaming) {
			const checked = new AbortController();
			const pause = world.wait(CHECK_MS, AbortSignal.any([signal, checked.signal]));
			await Promise.race([stream, pause]);
			checked.abort();
			if (streaming && opened && !signal.aborted) await look();
			if (signal.aborted) return;
		}
		if (signal.aborted) return;
		if (!opened) await look();
		await world.wait(LOOK_MS, signal);
	}
}
