/**
 * Reads the lines sslyze writes about a port, as shares of its time. It reports when it is connected and when everything is done, and
 * nothing about single tests before that.
 */
export function sslyzeProgress(line: string): { share: number; step: string } | undefined {
	if (/^ {3}\S{1,300} +=> /.test(line)) return { share: 0.2, step: "Versions, ciphers and known attacks" };
	if (/^ SCAN RESULTS FOR /.test(line)) return { share: 0.9, step: "Reading what was found" };
	return undefined;
}
