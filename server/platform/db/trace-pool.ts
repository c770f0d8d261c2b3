import { current } from "../watch/context.ts";
import { beginSpan, inSpan } from "../watch/span.ts";
import type { CountedPool, Executor } from "./pool.ts";

const ATTRIBUTES = { "db.system.name": "postgresql" };

/**
 * A span for each statement, and one for everything a connection does in a row: a transaction. Only the first word of a statement is
 * recorded. Work outside a trace, such as looking for jobs once a second, starts none.
 */
export function tracePool(pool: CountedPool): CountedPool {
	const isTraced = () => current().traceparent !== undefined;
	return {
		begin: pool.begin,
		pipelines: pool.pipelines ?? false,
		async query(text, values) {
			if (!isTraced()) return pool.query(text, values);
			const operation =
				/^\s*([a-z]{1,12})\b/i.exec(typeof text === "string" ? text : text.text)?.[1]?.toUpperCase() ?? "other";
			const attributes = { ...ATTRIBUTES, "db.operation.name": operation };
			return inSpan(`database ${operation}`, "client", attributes, () => pool.query(text, values));
		},
		async connect() {
			if (!isTraced()) return pool.connect();
			const span = beginSpan("database transaction", "client", ATTRIBUTES);
			const client = await pool.connect().catch((error: Error) => {
				span?.fail(error.name);
				span?.end();
				throw error;
			});
			let statements = 0;
			const query: Executor["query"] = (text, values) => {
				statements += 1;
				return client.query(text, values);
			};
			const release: typeof client.release = (broken) => {
				span?.add({ "plumbline.statements": statements });
				span?.end();
				client.release(broken);
			};
			return { query, release };
		},
		end: () => pool.end(),
		get totalCount() {
			return pool.totalCount;
		},
		get idleCount() {
			return pool.idleCount;
		},
		get waitingCount() {
			return pool.waitingCount;
		},
	};
}
