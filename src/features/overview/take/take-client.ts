import { hashKey, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import type { EvidencePage, EvidenceSummary, Subject } from "#contract/evidence/evidence.ts";
import type { AccountId } from "#contract/ids.ts";
import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import type { KeptStore } from "#src/lib/data/cache/kept-data-store.ts";
import { isSameSubject } from "#src/lib/evidence/about.ts";
import { evidenceDetailQuery, evidenceListQuery } from "#src/lib/evidence/evidence-api.ts";
import { thumbnailQuery } from "#src/lib/evidence/thumbnail-query.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { findingDetailQuery, findingListQuery, problemListQuery } from "#src/lib/findings/findings-api.ts";
import {
	libraryQuery,
	questionnaireListQuery,
	questionnaireQuery,
} from "#src/lib/questionnaires/questionnaires-api.ts";
import { reportDetailQuery, reportListQuery } from "#src/lib/reports/reports-api.ts";
import { scanDetailQuery, scanListQuery } from "#src/lib/scans/scans-api.ts";
import { schedulesQuery } from "#src/lib/scans/schedules-api.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { workspaceQuery } from "#src/lib/workspace/workspace-queries.ts";
import { findingOverviewQuery, overviewQuery } from "../use-overview.ts";
import type { Anew, Keep, Keyed } from "./keep.ts";
import { takeAssessments } from "./take-assessments.ts";
import { takeCompliance } from "./take-compliance.ts";

/** How many of the newest open questionnaires to keep the questions of. */
const OPEN_QUESTIONNAIRES = 20;

/** Reads and keeps a client's open questionnaires and approved answers. Resolves to the details that are left to read. */
async function takeQuestionnaires(queries: QueryClient, scope: WorkScope, anew: Anew, keep: Keep): Promise<Keyed[]> {
	const [list, library] = [
		questionnaireListQuery({ state: "open" }, scope),
		libraryQuery({ state: "approved" }, scope),
	];
	const open = await keep(list, queries.fetchInfiniteQuery({ ...list, ...anew, pages: 1 }));
	await keep(library, queries.fetchInfiniteQuery({ ...library, ...anew, pages: 1 }));
	return open.pages
		.flatMap((page) => page.questionnaires)
		.slice(0, OPEN_QUESTIONNAIRES)
		.map(({ id }) => questionnaireQuery(id, scope));
}

/** Groups all evidence by subject, as the server would list it, so that nothing is read twice. */
function evidenceBySubject(all: readonly EvidenceSummary[]): Map<Subject, EvidencePage> {
	const subjects = new Map<string, Subject>();
	for (const about of all.flatMap((piece) => piece.about)) subjects.set(`${about.type} ${about.id}`, about);
	return new Map(
		[...subjects.values()].map((about) => {
			const evidence = all.filter((piece) => piece.about.some((one) => isSameSubject(one, about)));
			return [about, { evidence, next: null, total: evidence.length, unlinked: 0 }];
		}),
	);
}

/** The most pages of a list. */
const PAGES = 20;
/** How many of the worst findings and the newest reports to keep the details of. */
const DETAILS = 100;
/** How many of the newest pieces of evidence to keep the details of, and how many thumbnails. */
const EVIDENCE = 200;
const THUMBNAILS = 400;

/** The name under which a device keeps a client. */
export const pinOf = ({ workspace, client }: WorkScope): string => JSON.stringify(["client", workspace, client]);

export type TakeDeps = {
	queries: QueryClient;
	store: Pick<KeptStore, "pin" | "completePin">;
	owner: AccountId;
	scope: WorkScope;
	now(): number;
};

/** How taking a client ended. What was read by then stays on the device. */
export type TakeEnd =
	| { status: "taken" }
	| { status: "stopped" }
	/** The device's storage is full or unavailable. */
	| { status: "full" }
	| { status: "failed"; error: unknown };

class NotStored extends Error {}

type Page = { next: string | null; total: number };

/** Reads what a client's screens show, and keeps it on the device until it is removed. */
export async function takeClient(
	{ queries, store, owner, scope, now }: TakeDeps,
	onProgress: (done: number, total: number) => void,
	signal: AbortSignal,
): Promise<TakeEnd> {
	const name = pinOf(scope);
	const kept = new Set<string>();
	// Without a network a retry would wait for it, and what was just read may be only the first page.
	const anew = { staleTime: 0, retry: false, networkMode: "always" } as const;
	/** What is left to read, as far as it is known. */
	let total = 19;

	async function keep<T>({ queryKey }: Keyed, reading: Promise<T>): Promise<T> {
		const data = await reading;
		signal.throwIfAborted();
		const hash = hashKey(queryKey);
		const answer = { hash, text: JSON.stringify(data), at: now() };
		if (!(await store.pin(owner, name, [answer]).catch(() => false))) throw new NotStored();
		kept.add(hash);
		onProgress(kept.size, total);
		return data;
	}

	async function keepPages<P extends Page>(
		query: Keyed,
		read: (pages: number) => Promise<InfiniteData<P, string | null>>,
	): Promise<P[]> {
		const first = await read(1);
		const [page] = first.pages;
		const more = page && page.next !== null ? Math.min(PAGES, Math.ceil(page.total / PAGE_LIMIT)) : 1;
		return (await keep(query, more > 1 ? read(more) : Promise.resolve(first))).pages;
	}

	/** Something deleted in the meantime is not a failure. */
	const keepDetail = (query: Keyed, reading: Promise<unknown>): Promise<unknown> =>
		keep(query, reading).catch((error: unknown) => {
			if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
		});

	async function read(): Promise<void> {
		const [workspace, overview, open] = [
			workspaceQuery(scope.workspace),
			overviewQuery(scope),
			findingOverviewQuery(scope),
		];
		await keep(workspace, queries.fetchQuery({ ...workspace, ...anew }));
		await keep(overview, queries.fetchQuery({ ...overview, ...anew }));
		await keep(open, queries.fetchQuery({ ...open, ...anew }));
		const [assets, schedules] = [assetsQuery(scope), schedulesQuery(scope)];
		await keep(assets, queries.fetchQuery({ ...assets, ...anew }));
		await keep(schedules, queries.fetchQuery({ ...schedules, ...anew }));
		const [problems, findings] = [
			problemListQuery({ state: "open" }, scope),
			findingListQuery({ state: "open" }, scope),
		];
		await keepPages(problems, (pages) => queries.fetchInfiniteQuery({ ...problems, ...anew, pages }));
		const found = await keepPages(findings, (pages) => queries.fetchInfiniteQuery({ ...findings, ...anew, pages }));
		const [active, finished] = [scanListQuery({ phase: "active" }, scope), scanListQuery({ phase: "finished" }, scope)];
		const running = await keepPages(active, (pages) => queries.fetchInfiniteQuery({ ...active, ...anew, pages }));
		await keepPages(finished, (pages) => queries.fetchInfiniteQuery({ ...finished, ...anew, pages }));
		const list = reportListQuery({}, scope);
		const reports = await keepPages(list, (pages) => queries.fetchInfiniteQuery({ ...list, ...anew, pages }));
		const all = evidenceListQuery({}, scope);
		const collected = await keepPages(all, (pages) => queries.fetchInfiniteQuery({ ...all, ...anew, pages }));
		// What the library shows first.
		const byHand = evidenceListQuery({ method: "by-hand" }, scope);
		await keepPages(byHand, (pages) => queries.fetchInfiniteQuery({ ...byHand, ...anew, pages }));
		const compliance = await takeCompliance(queries, scope, anew, keep);
		const assessments = await takeAssessments(queries, scope, anew, keep);
		const questionnaires = await takeQuestionnaires(queries, scope, anew, keep);
		const evidence = collected.flatMap((page) => page.evidence);
		if (collected.at(-1)?.next === null) {
			for (const [about, page] of evidenceBySubject(evidence)) {
				const query = evidenceListQuery({ subject: about.type, id: about.id }, scope);
				await keep(query, Promise.resolve({ pages: [page], pageParams: [null] }));
			}
		}
		const newest = evidence.slice(0, EVIDENCE);
		const thumbnails = newest.flatMap(({ id, files }) =>
			files.flatMap(({ thumbnail }) => (thumbnail === undefined ? [] : [thumbnailQuery(id, thumbnail, scope)])),
		);
		const details = [
			...compliance,
			...assessments,
			...questionnaires,
			...newest.map(({ id }) => evidenceDetailQuery(id, scope)),
			...thumbnails.slice(0, THUMBNAILS),
			...found
				.flatMap((page) => page.findings)
				.slice(0, DETAILS)
				.map((one) => findingDetailQuery(one.fingerprint, scope)),
			...running.flatMap((page) => page.scans).map(({ id }) => scanDetailQuery(id, scope)),
			...reports
				.flatMap((page) => page.reports)
				.slice(0, DETAILS)
				.map(({ id }) => reportDetailQuery(id, scope)),
		];
		total = kept.size + details.length;
		for (const query of details) await keepDetail(query, queries.fetchQuery<unknown>({ ...query, ...anew } as never));
		await store.completePin(owner, name, kept);
	}

	try {
		await read();
		return { status: "taken" };
	} catch (error) {
		if (signal.aborted) return { status: "stopped" };
		return error instanceof NotStored ? { status: "full" } : { status: "failed", error };
	}
}
