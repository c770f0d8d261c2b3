/** The points in which a server differs from Mozilla's intermediate configuration, which sslyze prints and keeps out of its report. */
export function mozillaDifferences(stdout: string): string[] {
	if (!/: FAILED - Not compliant\./.test(stdout)) return [];
	const points = [...stdout.matchAll(/^ {8}\* ([a-z_]{1,60}):/gm)].map(([, point = ""]) => point.replaceAll("_", " "));
	return [...new Set(points)];
}
