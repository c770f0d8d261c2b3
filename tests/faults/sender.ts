import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS } from "#contract/routes.ts";
import { postJson, type TestAccount } from "../support/server/accounts.ts";
import type { Random } from "./random.ts";
import type { System } from "./system.ts";

type Entry = { key: string; kind: "combined-scan" | "wapiti-scan"; account: TestAccount | undefined; body: object };
/** `wantsMail`: the scan's kind emails its report. */
export type Accepted = { key: string; scanId: string; wantsMail: boolean };

/** Sends requests as the outbox does: singles and batches, repeatedly until each has its receipt. */
export type Sender = {
	accepted: Accepted[];
	/** Answers that must not come: refusals, 500s, and a second scan for one key. */
	wrong: string[];
	sent(): number;
	resent(): number;
	/** Resolves with its receipt. */
	submit(): Promise<Accepted>;
	/** Keeps submitting while there is room, until the function that it returns is called, which waits for the receipts. */
	keepSending(pauseMs: number, hasRoom: () => Promise<boolean>): () => Promise<void>;
};

const TIMEOUT_MS = 4_000;
const BATCH = 4;

export function createSender(
	{ apis, accounts, target }: Pick<System, "apis" | "accounts" | "target">,
	random: Random,
): Sender {
	const accepted: Accepted[] = [];
	const wrong: string[] = [];
	const receipts = new Map<string, string>();
	let submissions = 0;
	let sends = 0;
	let firstSends = 0;

	function newEntry(): Entry {
		submissions += 1;
		const account = random.upTo(2) === 0 ? random.pick(accounts) : undefined;
		const isTool = account !== undefined && random.upTo(3) === 0;
		const email = `visitor-${submissions}@example.org`;
		return isTool
			? { key: randomUUID(), kind: "wapiti-scan", account, body: { target, modules: "sql" } }
			: { key: randomUUID(), kind: "combined-scan", account, body: { target, email } };
	}

	/** Notes an answer. True if the entry is done. */
	function note(entry: Entry, status: number, body: unknown): boolean {
		const { receipt, code } = body as { receipt?: { scanId: string }; code?: string };
		if (status === 503 || status === 429) return false;
		if (status !== 202 && status !== 200) {
			wrong.push(`${status} ${code ?? ""} for ${entry.kind}: ${JSON.stringify(body)}`);
			// An outbox retries a 5xx.
			return status < 500;
		}
		const scanId = receipt?.scanId ?? "";
		const before = receipts.get(entry.key);
		if (before !== undefined && before !== scanId) wrong.push(`Two scans for the key ${entry.key}`);
		if (before === undefined) accepted.push({ key: entry.key, scanId, wantsMail: entry.kind === "combined-scan" });
		receipts.set(entry.key, scanId);
		return true;
	}

	const headers = ({ account }: Entry): Record<string, string> =>
		account ? { Cookie: account.cookie, [ACCOUNT]: account.accountId } : { [ACCOUNT]: "anonymous" };

	/** One try for one sender's entries. Returns those to send again. */
	async function send(entries: readonly Entry[]): Promise<Entry[]> {
		const { url } = random.pick(apis);
		const [first] = entries;
		if (!first) return [];
		sends += entries.length;
		// A frozen server never answers.
		const answer = async <T>(asked: Promise<Response>): Promise<{ status: number; body: T } | undefined> => {
			const gaveUp = pause(TIMEOUT_MS, undefined, { ref: false });
			return Promise.race([
				asked.then(async (got) => ({ status: got.status, body: (await got.json()) as T })),
				gaveUp,
			]).catch(() => undefined);
		};
		if (entries.length === 1) {
			const got = await answer<unknown>(
				postJson(url, ENTRY_PATHS[first.kind], first.body, { ...headers(first), [IDEMPOTENCY_KEY]: first.key }),
			);
			return got && note(first, got.status, got.body) ? [] : [first];
		}
		const body = {
			entries: entries.map(({ key, kind, account, body }) => ({
				key,
				kind,
				account: account?.accountId ?? "anonymous",
				body,
			})),
		};
		const got = await answer<{ answers: { status: number; body: unknown }[] }>(
			postJson(url, API_PATHS.outbox, body, headers(first)),
		);
		if (got?.status !== 200) return [...entries];
		return entries.filter((entry, index) => {
			const one = got.body.answers[index];
			return !one || !note(entry, one.status, one.body);
		});
	}

	async function deliver(entries: Entry[]): Promise<void> {
		firstSends += entries.length;
		let left = entries;
		while (left.length > 0) {
			left = await send(left);
			if (left.length > 0) await pause(50 + random.upTo(200));
		}
	}

	return {
		accepted,
		wrong,
		sent: () => firstSends,
		resent: () => sends - firstSends,
		async submit() {
			const entry: Entry = {
				...newEntry(),
				kind: "combined-scan",
				body: { target, email: `probe-${submissions}@example.org` },
			};
			await deliver([entry]);
			const found = accepted.find(({ key }) => key === entry.key);
			if (!found) throw new Error(`No receipt: ${wrong.at(-1)}`);
			return found;
		},
		keepSending(pauseMs, hasRoom) {
			let going = true;
			const under: Promise<void>[] = [];
			const loop = (async () => {
				while (going) {
					await pause(pauseMs / 2 + random.upTo(pauseMs));
					if (!(await hasRoom())) continue;
					const entry = newEntry();
					const batch = random.upTo(4) === 0 ? Array.from({ length: BATCH }, newEntry) : [];
					// A batch has one sender.
					const same = batch.filter(({ account }) => account === batch[0]?.account);
					under.push(deliver([entry]), deliver(same));
				}
			})();
			return async () => {
				going = false;
				await loop;
				await Promise.all(under);
			};
		},
	};
}
