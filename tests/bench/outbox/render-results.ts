import { type Fate, KILL_AT_MS, LATENCY_MS, type Library } from "./bench.ts";

type Speed = Fate & { enqueue: number[]; drain: number; requests: number };

export type Results = {
	count: number;
	machine: string;
	near: Record<Library, Speed>;
	far: Record<Library, Speed>;
	/** Our outbox, with a server that does not support batches. */
	singles: Speed;
	/** Our outbox with half as many entries: only in a worker, in a page that only sends, and in a page with lists and two other tabs. */
	alone: Fate & { drain: number };
	bare: Fate & { drain: number };
	crowded: Fate & { drain: number };
	killed: Record<Library, Fate>;
	unwell: Record<Library, Fate>;
};

/** Single entries vary too much: the table shows the median of this many around each position. */
const WINDOW = 50;

function median(times: number[]): number {
	const sorted = times.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Cost of the entries around the given one, in milliseconds. The first entry is left out because it also opens the database. */
function costAt(place: number, { enqueue }: Speed): number {
	const end = Math.min(Math.max(place + WINDOW / 2, WINDOW + 1), enqueue.length);
	return median(enqueue.slice(end - WINDOW, end));
}

const ms = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
const times = (ratio: number) => `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} ×`;
const fate = ({ lost, doubled }: Fate) => `${lost} lost, ${doubled} doubled`;

/** The results as a section of Markdown. */
export function renderResults({
	count,
	machine,
	near,
	far,
	singles,
	alone,
	bare,
	crowded,
	killed,
	unwell,
}: Results): string {
	const timed = (what: string, measure: (library: Library) => number) =>
		`| ${what} | ${ms(measure("workbox"))} | ${ms(measure("outbox"))} | ${times(measure("workbox") / measure("outbox"))} |`;
	const counted = (what: string, fates: Record<Library, Fate>) =>
		`| ${what} | ${fate(fates.workbox)} | ${fate(fates.outbox)} | |`;
	const places = [1, 100, count].filter((place) => place <= count);
	const growth = costAt(count, near.outbox) / costAt(1, near.outbox);
	return `## Outbox compared to workbox-background-sync

Same browser, same server, one run (\`npm run bench\`), ${count.toLocaleString("en")} entries, everything in a service worker.

| | workbox-background-sync 7.4.1 | outbox | faster |
| --- | --: | --: | --: |
${places.map((place) => timed(`enqueue one, at entry ${place.toLocaleString("en")}`, (library) => costAt(place, near[library]))).join("\n")}
${timed("drain, no latency", (library) => near[library].drain)}
${timed(`drain, ${LATENCY_MS} ms of latency`, (library) => far[library].drain)}
${timed("the same, to a server that does not support batches", (library) => (library === "outbox" ? singles : far.workbox).drain)}
| requests, to a server that supports batches | ${far.workbox.requests} | ${far.outbox.requests} | |
${counted("arrived, no latency", near)}
${counted(`arrived, ${LATENCY_MS} ms of latency`, far)}
${counted(`worker killed ${KILL_AT_MS.length} times while sending`, killed)}
${counted("server answers 503 for two seconds", unwell)}

For the outbox, enqueue at entry ${count.toLocaleString("en")} costs ${growth.toFixed(2)} times what it costs at entry 1.

Draining ${Math.min(count, 500)} entries, no latency: ${ms(alone.drain)} in a worker; ${ms(bare.drain)} in a page that only sends;
${ms(crowded.drain)} in a page with a badge, a count and a list, plus two other tabs like it. That is ${(crowded.drain / alone.drain).toFixed(2)} times the worker
(the goal is at most 1.2) and ${(crowded.drain / bare.drain).toFixed(2)} times the bare page.

- Machine: ${machine}. The machine is shared, so single runs and their ratios vary by about a fifth. Counts do not vary.
- Enqueue is the median of ${WINDOW} entries around each position. An outbox entry is written with strict durability, a Workbox entry with the browser's less strict default.
- Workbox runs at its best: with an \`Idempotency-Key\` that the benchmark adds, and without a sync registration per entry.
- The server does no work. Half of the latency is before the request arrives and half before the response does.
- Workbox sends one request after another, removes an entry from its list before sending it, and counts any response as delivered, even a 503. The outbox sends batches, or single requests if the server does not support batches, six at once.
`;
}
