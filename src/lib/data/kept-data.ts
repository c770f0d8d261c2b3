import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { AccountId } from "#contract/ids.ts";
import { ApiFailure } from "./api.ts";
import type { KeptStore } from "./kept-data-store.ts";

/**
 * How a query is kept for reading without a network: by itself. Whatever the query client reads successfully as the known
 * account is kept under the query's key, and shown again where the same key is asked for and the server has not answered.
 * - `meta: { kept: schema }` says what its data is checked with when it is read back; a list read page by page says
 *   `pagesOf(schema of one page)`. Without a schema it is taken as it is: give it one.
 * - `meta: { kept: false }` keeps it out: what is worth nothing later, or must not lie on a disk.
 * Data is kept as JSON. What `setQueryData` changes in data that was read is kept as well.
 */
type KeptMeta = { kept?: z.ZodMiniType | false };

declare module "@tanstack/react-query" {
	interface Register {
		queryMeta: KeptMeta & Record<string, unknown>;
	}
}

type KeepQueriesDeps = {
	store: KeptStore;
	/** The account whose data may be read and shown now. */
	owner(): AccountId | null;
	/** Calls back later, when several changes have come together. */
	later(task: () => void): void;
	/** Calls back when an answer should have come by now. */
	overdue(task: () => void): void;
};

const shapeOf = (query: Query) => (query.meta as KeptMeta | undefined)?.kept;

const isGone = (error: unknown) => error instanceof ApiFailure && (error.status === 404 || error.status === 410);

/** No storage, or a full or broken one: reading goes on without it. */
const without = () => undefined;

/** Keeps what `client` reads. The persister it gives back belongs into the client's default options. */
export function keepQueries({ store, owner, later, overdue }: KeepQueriesDeps) {
	/** As whom a query was asked. An answer that comes after the account has changed is not the new one's. */
	const owners = new WeakMap<Query, AccountId>();
	const changed = new Set<Query>();
	let restoring = false;
	let due = false;

	function note(query: Query): void {
		changed.add(query);
		if (due) return;
		due = true;
		later(() => {
			due = false;
			void flush();
		});
	}

	/** Writes what has changed. What is not taken yet waits for the next time. */
	async function flush(): Promise<void> {
		const account = owner();
		const queries = [...changed].filter((query) => owners.get(query) === account);
		if (account === null || queries.length === 0) return;
		for (const query of queries) changed.delete(query);
		const answers = queries.map(({ queryHash: hash, state }) => ({
			hash,
			text: JSON.stringify(state.data),
			at: state.dataUpdatedAt,
		}));
		try {
			if (!(await store.write(account, answers))) for (const query of queries) changed.add(query);
		} catch (error) {
			// The room is the outbox's first.
			if (error instanceof DOMException && error.name === "QuotaExceededError") await store.clear().catch(without);
		}
	}

	async function restore(query: Query, client: QueryClient, account: AccountId): Promise<void> {
		const kept = await store.read(account, query.queryHash).catch(() => null);
		if (!kept) return;
		const shape = shapeOf(query);
		const read = shape ? z.safeParse(shape, kept.data) : { success: true as const, data: kept.data };
		if (!read.success) return store.remove(account, query.queryHash).catch(without);
		const isWanted = query.state.data === undefined && owner() === account;
		if (!isWanted || client.getQueryCache().get(query.queryHash) !== query) return;
		restoring = true;
		client.setQueryData(query.queryKey, read.data, { updatedAt: kept.at });
		restoring = false;
		overdue(() => {
			const { dataUpdatedAt, fetchStatus, error } = query.state;
			if (dataUpdatedAt !== kept.at || fetchStatus === "idle" || error) return;
			// It is asked on: this is what the screen says of what it shows until then.
			query.setState({ error: new ApiFailure("", { status: null }) });
		});
	}

	/** Asks the server and looks for what is kept, both at once: a slow disk holds up no answer. */
	async function persister<T>(
		queryFn: QueryFunction<T, never>,
		context: QueryFunctionContext,
		query: Query,
	): Promise<T> {
		const asked = queryFn as QueryFunction<T>;
		const account = owner();
		if (account === null || shapeOf(query) === false) return asked(context);
		owners.set(query, account);
		const answer = Promise.resolve(asked(context));
		const restored = query.state.data === undefined && restore(query, context.client, account);
		try {
			return await answer;
		} catch (error) {
			await restored;
			throw error;
		}
	}

	return {
		persister,
		flush,
		/** Takes note of what comes and goes in `client` from now on. */
		watch: (client: QueryClient): (() => void) =>
			client.getQueryCache().subscribe((event) => {
				const { query } = event;
				if (event.type === "removed") changed.delete(query);
				const account = owners.get(query);
				if (event.type !== "updated" || !account) return;
				const { action } = event;
				if (action.type === "success" && !restoring) note(query);
				if (action.type === "error" && isGone(action.error)) {
					changed.delete(query);
					void store.remove(account, query.queryHash).catch(without);
				}
			}),
	};
}

/** What a list read page by page is checked with. */
export const pagesOf = <S extends z.ZodMiniType>(page: S) =>
	z.object({ pages: z.array(page).check(z.minLength(1)), pageParams: z.array(z.nullable(z.string())) });
