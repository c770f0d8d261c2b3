import type { Puppeteer } from "lighthouse";
import type { Offline, PwaArtifact } from "./artifact.ts";
import { readDocument } from "./document.ts";
import { askBrowser } from "./install.ts";
import { goAndComeBack, listLeaveListeners } from "./leaving.ts";
import { type DeclaredPicture, type Manifest, readManifest } from "./manifest.ts";
import { turnNetworkOff } from "./network-off.ts";
import { visitOffline } from "./offline.ts";
import { lookAt } from "./pictures.ts";
import { keepRequest } from "./queue.ts";
import type { PwaSettings } from "./settings.ts";
import { measureWidths } from "./widths.ts";
import { askServer, findWorker, listCached, lookForUpdate } from "./worker.ts";

const NO_WORKER = { tried: false, reason: "no service worker" } as const;

/**
 * Collects the facts in its own tabs: `page` is only read, but it stays offline. The network goes last, because nothing may be sent that
 * was requested without it.
 */
export async function gatherPwa(page: Puppeteer.Page, settings: PwaSettings): Promise<PwaArtifact> {
	const url = page.url();
	const browser = page.browser();
	const { manifestUrl, manifestText, manifestErrors, installErrors } = await askBrowser(page);
	const manifest = readManifest(manifestText);
	const startUrl = new URL(manifest?.start_url ?? "/", manifestUrl).href;
	const { touchIcons, ...head } = await readDocument(page);
	const worker = await findWorker(page, startUrl);
	const cached = worker ? await listCached(page) : [];

	const blank = await browser.newPage();
	const look = (declared: DeclaredPicture[]) => lookAt(blank, declared, manifestUrl);
	const pictures = {
		icons: await look(manifest?.icons ?? []),
		screenshots: await look(manifest?.screenshots ?? []),
		touchIcons: await look(touchIcons),
		shortcuts: await lookAtShortcuts(manifest, manifestUrl, look),
	};
	await blank.close();

	const tab = await browser.newPage();
	await tab.goto(url, { waitUntil: "load" });
	const leaveListeners = await listLeaveListeners(tab);
	const notKept = await goAndComeBack(tab);
	const widths = await measureWidths(tab);
	await tab.close();

	const { changeWorker, queue } = settings;
	const serverSays = await askServer(cached.map((entry) => entry.url));
	const offlineTab = await browser.newPage();
	// The tab must be there before: a page that was never loaded cannot control what its worker may reach.
	await offlineTab.goto(startUrl, { waitUntil: "load" });
	let update: PwaArtifact["update"] = changeWorker ? NO_WORKER : null;
	let offline: Offline = NO_WORKER;
	let kept: PwaArtifact["queue"] = queue ? NO_WORKER : null;
	if (worker) {
		if (changeWorker) {
			changeWorker(true);
			update = { tried: true, found: await lookForUpdate(offlineTab) };
			changeWorker(false);
		}
		await turnNetworkOff(new URL(startUrl).origin, [page, offlineTab]);
		offline = await visitOffline(offlineTab, startUrl, promised(startUrl, settings, cached));
		if (queue) kept = await keepRequest(offlineTab, new URL(queue.path, startUrl).href, queue);
	}
	await offlineTab.close();
	// Lighthouse takes its picture of the page last: in the background it would wait forever.
	await page.bringToFront();
	return {
		url,
		manifest,
		manifestErrors,
		installErrors,
		...pictures,
		...head,
		worker,
		cached: serverSays,
		offline,
		update,
		queue: kept,
		widths,
		leaveListeners,
		notKept,
	};
}

/** The pages that must open with the network off. A stored file that is one of the routes is visited as that route. */
function promised(
	startUrl: string,
	{ routes, keptPages, offlinePage }: PwaSettings,
	cached: { url: string; document: boolean }[],
): string[] {
	const named = new Set([...routes, offlinePage].map((path) => new URL(path, startUrl).href));
	const clean = (url: string) => url.replace(/(?<=\/)index\.html$|\.html$/, "");
	const kept = (keptPages ? cached : []).filter(
		({ url, document }) => document && !named.has(url) && !named.has(clean(url)),
	);
	return [...named, ...kept.map(({ url }) => url)].filter((url) => url !== new URL(offlinePage, startUrl).href);
}

async function lookAtShortcuts(
	manifest: Manifest | null,
	base: string,
	look: (declared: DeclaredPicture[]) => Promise<PwaArtifact["icons"]>,
): Promise<PwaArtifact["shortcuts"]> {
	const scope = new URL(manifest?.scope ?? ".", base).href;
	return Promise.all(
		(manifest?.shortcuts ?? []).map(async ({ name, url, icons }) => {
			const { href } = new URL(url, base);
			const answer = await fetch(href).catch(() => null);
			return {
				name,
				url: href,
				inScope: href.startsWith(scope),
				status: answer?.status ?? 0,
				icons: await look(icons),
			};
		}),
	);
}
