/** Reads the lines nmap writes about a task that runs, such as `<taskprogress task="Service scan" percent="50.00"`. */
export function nmapProgress(line: string): { task: string; percent: number } | undefined {
	const progress = /^<taskprogress task="([^"]{1,40})"[^>]* percent="(\d{1,3})(?:\.\d+)?"/.exec(line);
	if (progress) return { task: progress[1] ?? "", percent: Math.min(Number(progress[2]), 100) };
	const begun = /^<taskbegin task="([^"]{1,40})"/.exec(line);
	return begun ? { task: begun[1] ?? "", percent: 0 } : undefined;
}
