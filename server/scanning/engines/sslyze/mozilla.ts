/** The points in which a server differs from Mozilla's intermediate configuration. Sslyze prints them and leaves them out of its report. */
export function mozillaDifferences(stdout: string): string[] {
	// The output before this can contain text from the target.
	const said = stdout.slice(stdout.lastIndexOf("\n COMPLIANCE AGAINST TLS CONFIGURATION\n") + 1);
	if (!/: FAILED - Not compliant\./.test(said)) return [];
	const points = [...said.matchAll(/^ {8}\* ([a-z_]{1,60}):/gm)].map(([, point = ""]) => point.replaceAll("_", " "));
	return [...new Set(points)];
}
