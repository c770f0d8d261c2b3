import { AsyncLocalStorage } from "node:async_hooks";

/** What the current work belongs to. The log has it on every line, and every job carries it along. */
export type Context = {
	/** The request that started this work, even if a job does it later and in another process. */
	requestId?: string | undefined;
	scanId?: string | undefined;
	/** Name of the job that is running. */
	job?: string | undefined;
	/** The current span, as W3C writes it. Undefined if nothing is traced. */
	traceparent?: string | undefined;
};

/** What a job carries about the work that sent it. */
export type Origin = Pick<Context, "requestId" | "traceparent">;

const storage = new AsyncLocalStorage<Context>();
const NOTHING: Context = {};

export const current = (): Context => storage.getStore() ?? NOTHING;

/** Runs `work` as part of the current work, with more precise facts about it. */
export const withContext = <T>(more: Context, work: () => T): T => storage.run({ ...current(), ...more }, work);

/** Runs `work` as part of nothing: for events of connections, which outlive the request that opened them. */
export const outside = <T>(work: () => T): T => storage.run(NOTHING, work);

/** Undefined if there is nothing to carry. */
export function origin(): Origin | undefined {
	const { requestId, traceparent } = current();
	return requestId === undefined && traceparent === undefined ? undefined : { requestId, traceparent };
}

/** What the log says on every line. */
export function logIds(): object {
	const { requestId, scanId, traceparent } = current();
	return {
		...(requestId !== undefined && { requestId }),
		...(scanId !== undefined && { scanId }),
		...(traceparent !== undefined && { traceId: traceparent.split("-")[1] }),
	};
}
