import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { AccountId } from "#contract/ids.ts";
import { ApiFailure } from "../api-failure.ts";
import type { KeptStore } from "./kept-data-store.ts";

/**
 * Stores queries for reading without a network, automatically. What the query client reads as the known account is stored under the
 * query's key, and shown again while the server has not answered the same key.
 * - `meta: { kept: schema }` checks the data when it is read back; use `pagesOf(schema of one page)` for a list read page by page.
 *   Without a schema the data is not checked: give it one.
 * - `meta: { kept: schema, fixed: true }`: it never changes, so stored data is not requested again.
 * - `meta: { kept: false }`: not stored, because it has no value later or must not be on a disk.
 * Data is stored as JSON, including later changes by `setQueryData`.
 */
type KeptMeta = { kept?: z.ZodMiniType | false; fixed?: true };

declare module "@tanstack/react-query" {
	interface Register {
		queryMeta: KeptMeta & Record<string, unknown>;
	}
}

type KeepQueriesDeps = {
	store: KeptStore;
	/** The account whose data may be shown now. */
	owner(): AccountId | null;
	/** Calls back later, so that several changes are written together. */
	later(task: () => void): void;
	/** Calls back when the answer takes too long. */
	overdue(task: () => void): void;
};

const metaOf = (query: Query): KeptMeta => (query.meta as KeptMeta | undefined) ?? {};
const shapeOf = (query: Query) => metaOf(query).kept;

const isGone = (error: unknown) => error instanceof ApiFailure && (error.status === 404 || error.status === 410);

/** If storage is missing, full or broken, reading works without it. */
const without = () => undefined;

/** Stores what the client reads. The returned persister belongs in the client's default options. */
export function keepQueries({ store, owner, later, overdue }: KeepQueriesDeps) {
	/** The account for which each query was sent. An answer after a change of account does not belong to the new one. */
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

	/** Writes what has changed. Anything that could not be stored waits for the next time. */
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
			// The outbox needs the space more.
			if (error instanceof DOMException && error.name === "QuotaExceededError")
				await store.makeRoom(account).catch(without);
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
			// The request goes on. Until it ends, the screen shows this reason.
			query.setState({ error: new ApiFailure("", { status: null }) });
		});
	}

	/** Asks the server and reads the store at the same time: a slow disk does not delay an answer. */
	async function persister<T>(
		queryFn: QueryFunction<T, never>,
		context: QueryFunctionContext,
		query: Query,
	): Promise<T> {
		const asked = queryFn as QueryFunction<T>;
		const account = owner();
		if (account === null || shapeOf(query) === false) return asked(context);
		owners.set(query, account);
		if (metaOf(query).fixed) {
			await restore(query, context.client, account);
			if (query.state.data !== undefined) return query.state.data as T;
			return asked(context);
		}
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
		/** Follows the changes in `client` from now on. */
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

/** The schema of a list read page by page. */
export const pagesOf = <S extends z.ZodMiniType>(page: S) =>
	z.object({ pages: z.array(page).check(z.minLength(1)), pageParams: z.array(z.nullable(z.string())) });
