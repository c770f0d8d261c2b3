import { Agent, get, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { zipFile } from "../../support/questionnaires/office-files.ts";
import { createAccounts } from "./accounts.ts";
import { type Load, load } from "./load.ts";
import { machine, startProduct } from "./product.ts";
import type { Who } from "./sender.ts";

/** How long each row is measured. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/** What the member sends at the same time. */
const ATTACKS_AT_ONCE = 12;

type Attack = { path: string; type: string; body: Buffer };

/** As large as each may be, and made to use as much as it can. */
async function attacks(): Promise<Attack[]> {
	const objects = Buffer.from(`[${"{},".repeat(8_000_000)}0]`);
	const rows = `Question,Answer\n${"Do you encrypt what you keep?,\n".repeat(400_000)}`;
	const page = `<!doctype html><html>${"<p>a</p>".repeat(1_000_000)}</html>`;
	return [
		{ path: "frameworks/mvsp/catalog/", type: "application/json", body: objects },
		{ path: "frameworks/mvsp/catalog/", type: "text/csv", body: Buffer.from(rows) },
		{ path: "questionnaires/?title=x&customer=x&fileName=x.csv", type: "text/csv", body: Buffer.from(rows) },
		{ path: API_PATHS.importClient, type: "application/zip", body: await zipFile({ "index.html": page }) },
		{ path: "assessments/templates/", type: "application/json", body: objects.subarray(0, 4_900_000) },
	];
}

/** How long others wait, and how much the process uses, while one member sends the costliest requests there are. */
export async function measureCostly(): Promise<string> {
	const product = await startProduct();
	const agent = new Agent({ keepAlive: true, maxSockets: 4 });
	try {
		const api = await product.start("api");
		const [member, other] = await createAccounts(product, api, 2);
		if (!member || !other) throw new Error("There are no accounts");
		const ask = (path: string) =>
			new Promise<number>((resolve, reject) => {
				const headers = { Cookie: other.cookie, [ACCOUNT]: other.account };
				get(api.url + API_BASE + path, { agent, headers }, (answer) =>
					answer.resume().once("end", () => resolve(answer.statusCode ?? 0)),
				).once("error", reject);
			});
		const others = async () => {
			const [health, list] = await Promise.all([
				load(1, () => ask(API_PATHS.health), 200, SECONDS),
				load(1, () => ask("findings/"), 200, SECONDS),
			]);
			return { health, list };
		};
		await others();
		const idle = await api.memory();
		const alone = await others();

		const stop = new AbortController();
		const answers = new Map<number, number>();
		const sent = await attacks();
		const attacking = Array.from({ length: ATTACKS_AT_ONCE }, async (_, n) => {
			for (let turn = n; !stop.signal.aborted; turn++) {
				const status = await send(api.url, member, sent[turn % sent.length] ?? sent[0], stop.signal);
				answers.set(status, (answers.get(status) ?? 0) + 1);
				// A request that is refused immediately is retried soon.
				await wait(50);
			}
		});
		const highest = watchMemory(api.memory, stop.signal);
		const beside = await others();
		stop.abort();
		await Promise.all(attacking);
		return sectionOf({ alone, beside, idle, highest: await highest, answers });
	} finally {
		agent.destroy();
		await product.close();
	}
}

/** The status of the answer; 0 if the connection ended without one. */
function send(url: string, who: Who, attack: Attack | undefined, signal: AbortSignal): Promise<number> {
	const { promise, resolve } = Promise.withResolvers<number>();
	if (!attack) throw new Error("There is nothing to send");
	const headers = {
		"Content-Type": attack.type,
		"Content-Length": attack.body.length,
		Cookie: who.cookie,
		[ACCOUNT]: who.account,
	};
	const out = request(url + API_BASE + attack.path, { method: "POST", headers, signal, agent: false });
	out.once("response", (answer) => {
		answer.resume();
		resolve(answer.statusCode ?? 0);
		out.destroy();
	});
	out.once("error", () => resolve(0));
	out.end(attack.body);
	return promise;
}

async function watchMemory(memory: () => Promise<number>, signal: AbortSignal): Promise<number> {
	let highest = 0;
	while (!signal.aborted) {
		highest = Math.max(highest, await memory());
		await wait(100);
	}
	return highest;
}

type Row = { health: Load; list: Load };
type Measured = { alone: Row; beside: Row; idle: number; highest: number; answers: ReadonlyMap<number, number> };

function sectionOf({ alone, beside, idle, highest, answers }: Measured): string {
	const row = (name: string, one: Load, reference: Load) =>
		`| ${name} | ${reference.p50.toFixed(1)} | ${reference.p99.toFixed(1)} | ${one.p50.toFixed(1)} | ${one.p99.toFixed(1)} | ${(one.p99 / reference.p99).toFixed(1)} |`;
	const failed = [...beside.health.others, ...beside.list.others].map(([status, count]) => `${count} × ${status}`);
	const said = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`);
	return `## One member’s costliest requests, and everyone else

One member sends ${ATTACKS_AT_ONCE} at a time for ${SECONDS} s: catalogs, questionnaires, templates and a client’s file, as large as they may be and made to do harm. Meanwhile another account asks for health and for its findings, one at a time. Milliseconds.

| another’s | p50 alone | p99 alone | p50 beside it | p99 beside it | p99, ratio |
| --- | ---: | ---: | ---: | ---: | ---: |
${row("health", beside.health, alone.health)}
${row("list of findings", beside.list, alone.list)}

Memory of the process: ${idle} MB idle, at most ${highest} MB beside it (${highest - idle} MB more). Answers to the member: ${said.join(", ")}. Answers to the other that were not 200: ${failed.join(", ") || "none"}.

${machine()}; the load shares the machine with the server.`;
}
