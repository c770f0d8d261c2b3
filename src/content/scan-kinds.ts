import type { ScanKind } from "#contract/scans.ts";

/** What each kind of scan is called. */
export const KIND_NAMES: Record<ScanKind, string> = {
	combined: "Combined scan",
	zap: "Zap scan",
	wapiti: "Wapiti scan",
	nmap: "Nmap EOL scan",
	sslyze: "SSLyze scan",
};

/** The type of a scan in a list. */
export const KIND_TYPES: Record<ScanKind, string> = {
	combined: "Combined",
	zap: "Zap",
	wapiti: "Wapiti",
	nmap: "Nmap EOL",
	sslyze: "SSLyze",
};
