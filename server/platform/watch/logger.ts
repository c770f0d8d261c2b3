import pino from "pino";
import { logIds } from "./context.ts";

export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/**
 * JSON lines on standard output, each with the ids of the request, the scan and the trace it belongs to. Nothing that identifies a
 * visitor goes in: no addresses, no tokens, no bodies.
 */
export function createLogger(level: string, output?: pino.DestinationStream): pino.Logger {
	const options: pino.LoggerOptions = {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		mixin: logIds,
		serializers: { error: describeError },
	};
	return output ? pino(options, output) : pino(options);
}

/** Errors carry whole connections with them, and the database's `detail` quotes values: keep only what helps to find the fault. */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return { message: String(error) };
	const { name, message, stack } = error;
	const code = "code" in error ? error.code : undefined;
	return { name, code, message, stack, ...(error.cause !== undefined && { cause: describeError(error.cause) }) };
}
