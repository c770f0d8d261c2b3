import { createParser } from "eventsource-parser";

export type StreamEvent = { event: string; data: string };

/** The most characters of an unfinished event to keep. Ours have a few hundred, but a broken or hostile stream may never finish one. */
export const EVENT_LIMIT = 1_000_000;

/**
 * Reads server-sent events until the stream ends. `onRetry` gets the time to wait before reconnecting when the stream says so. Rejects if an event exceeds the limit or `onEvent` throws. However it
 * ends, the stream is closed.
 */
export async function readEvents(
	body: ReadableStream<Uint8Array<ArrayBuffer>>,
	onEvent: (event: StreamEvent) => void,
	onRetry?: (ms: number) => void,
): Promise<void> {
	const parser = createParser({
		maxBufferSize: EVENT_LIMIT,
		onEvent: ({ event = "message", data }) => onEvent({ event, data }),
		...(onRetry && { onRetry }),
		onError(error) {
			if (error.type === "max-buffer-size-exceeded") throw error;
		},
	});
	const reader = body.pipeThrough(new TextDecoderStream()).getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			parser.feed(value);
		}
	} finally {
		// Rejects if the stream has failed by itself.
		reader.cancel().catch(() => undefined);
	}
}
