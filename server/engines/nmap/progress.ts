/** What nmap does in each of its two runs that takes time, and between which percentages of the scan. */
const TASKS = {
	ports: { "Connect Scan": [2, 30] },
	// Nmap connects to the open ports once more before it asks them, which takes no time to speak of.
	versions: { "Service scan": [30, 85], NSE: [85, 95] },
} as const satisfies Record<string, Readonly<Record<string, readonly [from: number, to: number]>>>;

/** Reads the lines nmap writes about a task that runs, such as `<taskprogress task="Service scan" percent="50.00"`. */
export function nmapProgress(run: keyof typeof TASKS, line: string): { percent: number; task: string } | undefined {
	const seen = /^<task(?:begin|progress) task="([^"]{1,40})"(?:[^>]* percent="(\d{1,3})(?:\.\d+)?")?/.exec(line);
	const task = seen?.[1] ?? "";
	const range = new Map<string, readonly [number, number]>(Object.entries(TASKS[run])).get(task);
	if (!seen || !range) return undefined;
	const [from, to] = range;
	return { task, percent: from + Math.floor(((to - from) * Math.min(Number(seen[2] ?? 0), 100)) / 100) };
}
