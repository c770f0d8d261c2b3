import { type Fate, KILL_AT_MS, LATENCY_MS, type Library } from "./bench.ts";

type Speed = Fate & { enqueue: number[]; drain: number; requests: number };

export type Results = {
	count: number;
	machine: string;
	near: Record<Library, Speed>;
	far: Record<Library, Speed>;
	/** Ours against a server that takes no batches. */
	singles: Speed;
	/** Ours, with half as many entries: in a worker alone, in a page that only sends, and in one with lists and two other tabs. */
	alone: Fate & { drain: number };
	bare: Fate & { drain: number };
	crowded: Fate & { drain: number };
	killed: Record<Library, Fate>;
	unwell: Record<Library, Fate>;
};

/** Single entries vary too much: the chart shows the median of this many for each place in the line. */
const WINDOW = 50;

function median(times: number[]): number {
	const sorted = times.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Cost of the entries around the given one, in milliseconds. The very first also opens the database and is left out. */
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
	return `## Outbox against workbox-background-sync

Same browser, same server, one run (\`npm run bench\`), ${count.toLocaleString("en")} entries, everything in a service worker.

| | workbox-background-sync 7.4.1 | outbox | faster |
| --- | --: | --: | --: |
${places.map((place) => timed(`enqueue one, at entry ${place.toLocaleString("en")}`, (library) => costAt(place, near[library]))).join("\n")}
${timed("drain, no latency", (library) => near[library].drain)}
${timed(`drain, ${LATENCY_MS} ms of latency`, (library) => far[library].drain)}
${timed("the same, to a server that takes no batches", (library) => (library === "outbox" ? singles : far.workbox).drain)}
| requests, to a server that takes batches | ${far.workbox.requests} | ${far.outbox.requests} | |
${counted("arrived, no latency", near)}
${counted(`arrived, ${LATENCY_MS} ms of latency`, far)}
${counted(`worker killed ${KILL_AT_MS.length} times while sending`, killed)}
${counted("server answers 503 for two seconds", unwell)}

For the outbox, enqueue at entry ${count.toLocaleString("en")} costs ${growth.toFixed(2)} times what it costs at entry 1.

Draining ${Math.min(count, 500)} entries, no latency: ${ms(alone.drain)} in a worker; ${ms(bare.drain)} in a page that only sends;
${ms(crowded.drain)} in a page with a badge, a count and a list, and two other tabs with the same. That is ${(crowded.drain / alone.drain).toFixed(2)} times the worker
(the aim is at most 1.2) and ${(crowded.drain / bare.drain).toFixed(2)} times the bare page.

- Machine: ${machine}. The machine is shared: single runs differ by a fifth or so, and so do the ratios. Counts do not.
- Enqueue is the median of ${WINDOW} entries around each place. An outbox entry is written with strict durability, Workbox's with the browser's laxer default.
- Workbox is run at its best: with an \`Idempotency-Key\` of the bench's making, and without a sync registration per entry.
- The server does no work. Half of the latency passes before a request arrives and half before its answer does.
- Workbox sends one request after the other, takes an entry out of its list before it sends it, and counts any answer as delivered, a 503 too. The outbox sends batches, or single requests where there are none, six at once.
`;
}
