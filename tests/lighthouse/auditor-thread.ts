// One thread of `auditor.ts`: its own product, and the audits it is asked for, one after another.
import { writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { startProduct } from "../e2e/kit.ts";
import { auditPage, failedAudits } from "./audit-page.ts";
import type { Answer, Job } from "./auditor.ts";
import type { PwaSettings } from "./gather/settings.ts";
import { productQueue } from "./product-queue.ts";

const port = parentPort;
if (!port) throw new Error("This is a thread of auditor.ts");

const product = await startProduct();
const queue = productQueue(`http://localhost:${product.practicePort}/`);

function changeWorker(changed: boolean): void {
	product.line.workerSuffix = changed ? "\n// changed" : "";
}

async function audit({ path, categories, slowdown, routes, wholeSite, file }: Job): Promise<Answer> {
	const settings: PwaSettings = {
		offlinePage: "/offline.html",
		...(wholeSite && { changeWorker, queue }),
		routes,
		keptPages: wholeSite,
	};
	const { result, html, json, share } = await auditPage(product.url + path, {
		categories,
		slowdown,
		settings,
		ready: "html[data-hydrated]",
	});
	await Promise.all([writeFile(`${file}.html`, html), writeFile(`${file}.json`, json)]);
	return {
		scores: Object.fromEntries(
			categories.map((id) => [
				id,
				id === "performance" && share === null ? null : (result.categories[id]?.score ?? null),
			]),
		),
		failed: categories.flatMap((id) => (id === "performance" ? [] : failedAudits(result, id))),
		share,
	};
}

port.on("message", (job: Job | "close") => {
	const work = job === "close" ? product.close().then(() => port.close()) : audit(job).then((a) => port.postMessage(a));
	work.catch((error: Error) => {
		throw error;
	});
});
