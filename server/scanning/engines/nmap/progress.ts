/** The slow steps of nmap's two runs, and the share of the scan's progress that each covers. */
const TASKS = {
	ports: { "Connect Scan": [2, 30] },
	// Nmap reconnects to the open ports before it queries them, which takes almost no time.
	versions: { "Service scan": [30, 85], NSE: [85, 95] },
} as const satisfies Record<string, Readonly<Record<string, readonly [from: number, to: number]>>>;

/** Reads the lines nmap writes about a running task, such as `<taskprogress task="Service scan" percent="50.00"`. */
export function nmapProgress(run: keyof typeof TASKS, line: string): { percent: number; task: string } | undefined {
	const seen = /^<task(?:begin|progress) task="([^"]{1,40})"(?:[^>]* percent="(\d{1,3})(?:\.\d+)?")?/.exec(line);
	const task = seen?.[1] ?? "";
	const range = new Map<string, readonly [number, number]>(Object.entries(TASKS[run])).get(task);
	if (!seen || !range) return undefined;
	const [from, to] = range;
	return { task, percent: from + Math.floor(((to - from) * Math.min(Number(seen[2] ?? 0), 100)) / 100) };
}
