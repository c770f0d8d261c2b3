import { connect } from "puppeteer-core";
import { audits } from "./audits/audits.ts";
import { builtRoutes } from "./built-routes.ts";
import { startChromium } from "./chromium.ts";
import { startBrokenSite } from "./fixtures/broken-site.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { manifestFixtures } from "./fixtures/manifest-fixtures.ts";
import { workerFixtures } from "./fixtures/worker-fixtures.ts";
import { gatherPwa } from "./gather/gather-pwa.ts";
import type { PwaSettings } from "./gather/settings.ts";
import { productQueue } from "./product-queue.ts";

const fixtures: Fixture[] = [...manifestFixtures, ...workerFixtures];

/** The target of a fixture's queued request. Nothing listens there, and it is never sent. */
const TARGET = "http://localhost:9/";

/** The audits that fail on a page. The same gatherer and judges as in Lighthouse, without the time that Lighthouse takes. */
async function failingOn(url: string, settings: PwaSettings): Promise<string[]> {
	const { port, stop } = await startChromium();
	try {
		const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
		const page = await browser.newPage();
		await page.goto(url, { waitUntil: "load" });
		const facts = await gatherPwa(page, settings);
		await browser.disconnect();
		return audits.filter(({ judge }) => (judge(facts)?.length ?? 0) > 0).map(({ id }) => id);
	} finally {
		await stop();
	}
}

/** Breaks one thing after another: its audit must fail, and no other but those on its list. Resolves with the problems. */
export async function prove(dist: string, only: string | undefined): Promise<string[]> {
	const routes = (await builtRoutes(dist)).map(({ path }) => path);
	const failing = async (fixture?: Fixture) => {
		const site = await startBrokenSite(dist, fixture);
		const { changeWorker } = site;
		try {
			return await failingOn(site.url, {
				offlinePage: "/offline.html",
				changeWorker,
				queue: productQueue(TARGET),
				// What a fixture breaks shows on these pages; each one that does not open takes the visit's full timeout.
				...(fixture ? { routes: ["/", "/outbox"], keptPages: false } : { routes, keptPages: true }),
			});
		} finally {
			await site.close();
		}
	};
	const sound = await failing();
	console.log(`unbroken: ${sound.length === 0 ? "nothing fails" : `${sound.join(", ")} fail`}`);
	const unproven = audits.filter(({ id }) => !fixtures.some(({ breaks }) => breaks === id));
	const problems = unproven.map(({ id }) => `${id} has no fixture.`);
	for (const fixture of fixtures.filter(({ breaks }) => only === undefined || only.split(",").includes(breaks))) {
		const { name, breaks, dependents } = fixture;
		const fails = await failing(fixture);
		const strangers = fails.filter((id) => ![breaks, ...dependents, ...sound].some((known) => known === id));
		const found = [
			...(sound.includes(breaks) ? [`${breaks} fails without it too.`] : []),
			...(fails.includes(breaks) ? [] : [`${breaks} passes.`]),
			...strangers.map((id) => `${id} fails and is not on its list.`),
		];
		const lines = found.map((one) => `\n     ${one}`).join("");
		console.log(`${found.length === 0 ? "ok  " : "FAIL"} ${breaks}: ${name}${lines}`);
		problems.push(...found.map((problem) => `${name}: ${problem}`));
	}
	return problems;
}
