import * as z from "zod/mini";
import { scanId } from "#contract/ids.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { type ScanSummary, scanSummary } from "#contract/scans/scans.ts";
import { accountHeader } from "#src/lib/account/account.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { readEvents, type StreamEvent } from "#src/lib/data/event-stream.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { refreshFindings } from "#src/lib/findings/findings-api.ts";
import { isSameScope, scopeHeaders, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { refreshRest, removeScan, storeNewest, storeScan } from "./scan-cache.ts";
import { announceEnds } from "./scan-ends.ts";
import { isActive } from "./scan-filter.ts";
import { type ScanWatchDeps, watchScans } from "./scan-watch.ts";
import { readNewest, scanKeys } from "./scans-api.ts";

/** The minimum time between refetches of what events only announce, in milliseconds. */
const REFRESH_MS = 1_000;

/** Uses fetch, because EventSource cannot name an account: another tab's sign-in must not bring its scans here. */
async function stream(
	scope: WorkScope,
	on: Parameters<ScanWatchDeps["stream"]>[0],
	signal: AbortSignal,
): Promise<void> {
	const response = await fetch(API_BASE + API_PATHS.scansEvents, {
		credentials: "include",
		headers: { Accept: "text/event-stream", ...accountHeader(ACCOUNT), ...scopeHeaders(scope) },
		cache: "no-store",
		signal,
	});
	const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
	if (!response.ok && seconds > 0) on.retry(seconds * 1_000);
	if (!response.ok || !response.body) throw new Error(`The stream was answered with ${response.status}`);
	on.open();
	await readEvents(response.body, on.event, on.retry);
}

const gone = z.object({ id: scanId });

function onEvent(scope: WorkScope, { event, data }: StreamEvent): void {
	const json: unknown = JSON.parse(data);
	if (event === "scan") {
		const read = z.safeParse(scanSummary, json);
		if (read.success) {
			storeScan(queryClient, scope, read.data);
			noteEnds([read.data], scope);
		}
	} else if (event === "gone") {
		const read = z.safeParse(gone, json);
		if (read.success) removeScan(queryClient, scope, read.data.id);
	}
	refreshSoon();
}

/** Shows another screen, using the callback of the last screen that followed the scans. */
let openPath: (path: string) => void = (path) => location.assign(path);

/** Scans that have ended, as far as we know. */
const ended = new Set<string>();

/** A scan that ends changes the findings and everything derived from them. Scans that ended before the first check are not news. */
function noteEnds(scans: readonly ScanSummary[], scope: WorkScope, isNews = true): void {
	announceEnds(scans, scope, openPath);
	const news = scans.filter((scan) => !isActive(scan) && !ended.has(scan.id));
	for (const { id } of news) ended.add(id);
	if (!isNews || news.length === 0) return;
	void refreshFindings(queryClient);
	void refreshCompliance(queryClient);
	void refreshEvidence(queryClient);
}

let refreshing: ReturnType<typeof setTimeout> | undefined;
function refreshSoon(): void {
	if (refreshing !== undefined) return;
	refreshing = setTimeout(() => {
		refreshing = undefined;
		void refreshRest(queryClient);
	}, REFRESH_MS);
}

/** How to follow the scans of one scope. Its events change nothing shown for another scope. */
function depsFor(scope: WorkScope): ScanWatchDeps {
	let looked = false;
	return {
		stream: (on, signal) => stream(scope, on, signal),
		// As a query, so that a refusal because of a missing session locks the stored data.
		readNewest: () =>
			queryClient.fetchQuery({
				queryKey: [...scanKeys.all, "newest", ...scopeKey(scope)],
				queryFn: ({ signal }) => readNewest(scope, signal),
				staleTime: 0,
				gcTime: 0,
				meta: { kept: false },
				retry: false,
				networkMode: "always",
			}),
		onEvent: (event) => onEvent(scope, event),
		onNewest(newest) {
			storeNewest(queryClient, scope, newest);
			noteEnds(newest.scans, scope, looked);
			looked = true;
			refreshSoon();
		},
		random: Math.random,
		wait: (ms, signal) =>
			new Promise((resolve) => {
				const timer = setTimeout(resolve, ms);
				signal.addEventListener("abort", () => {
					clearTimeout(timer);
					resolve();
				});
			}),
	};
}

/** What is followed now: all screens of a page have the same scope. */
let followed: { scope: WorkScope; deps: ScanWatchDeps } | undefined;
let users = 0;
let running: AbortController | undefined;

/** One stream for the page, while something on it needs the stream and the page is visible. */
function update(): void {
	const wanted = users > 0 && document.visibilityState === "visible";
	if (wanted === (running !== undefined)) return;
	running?.abort();
	running = wanted ? new AbortController() : undefined;
	if (running && followed) void watchScans(followed.deps, running.signal);
}

/** Keeps the scans of a scope up to date until the returned function is called. `open` shows another screen. */
export function followScans(scope: WorkScope, open: (path: string) => void): () => void {
	if (!followed || !isSameScope(followed.scope, scope)) {
		followed = { scope, deps: depsFor(scope) };
		running?.abort();
		running = undefined;
	}
	users += 1;
	openPath = open;
	document.addEventListener("visibilitychange", update);
	update();
	return () => {
		users -= 1;
		if (users === 0) document.removeEventListener("visibilitychange", update);
		update();
	};
}

/** Looks for changes now, such as after starting a scan. */
export async function lookForScans(): Promise<void> {
	const { deps } = followed ?? {};
	const newest = await deps?.readNewest(new AbortController().signal).catch(() => null);
	if (newest) deps?.onNewest(newest);
}
