import { current, withContext } from "./context.ts";

/** Only our own numbers and words: no targets, addresses, paths or texts from outside. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type Span = {
	/** Names the span for others that continue from it, in W3C's form. */
	readonly traceparent: string;
	add(attributes: Attributes): void;
	/** `type`: the name of the error's class. Its message may quote anything. */
	fail(type: string): void;
	end(): void;
};

/** What a span does: answers a request, runs a job, calls another program, or none of these. */
export type SpanKind = "server" | "consumer" | "client" | "internal";
export type StartSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: string | undefined) => Span;

/** Undefined while nothing is traced. One for the whole process, like the variables that set it up. */
let start: StartSpan | undefined;

export function traceWith(startSpan: StartSpan | undefined): void {
	start = startSpan;
}

/** Starts a span of the current work; undefined while nothing is traced. */
export const beginSpan = (name: string, kind: SpanKind, attributes: Attributes = {}): Span | undefined =>
	start?.(name, kind, attributes, current().traceparent);

/** Runs `work` in its own span. */
export async function inSpan<T>(
	name: string,
	kind: SpanKind,
	attributes: Attributes,
	work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
	const span = beginSpan(name, kind, attributes);
	if (!span) return work(undefined);
	try {
		return await withContext({ traceparent: span.traceparent }, () => work(span));
	} catch (error) {
		span.fail(error instanceof Error ? error.name : "Error");
		throw error;
	} finally {
		span.end();
	}
}
