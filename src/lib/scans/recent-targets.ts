import { kindOf } from "#contract/kinds/kinds.ts";
import type { ScanKind, ScanSummary } from "#contract/scans/scans.ts";

/** As many as a list of suggestions can show without much scrolling. */
const MOST = 12;

/** Control and format characters and spaces, which could make a target look like another one. */
const DECEIVING = /[\p{C}\p{Z}]/u;

/** A target as a URL; null if it is not one, is not a web URL, or contains a password. */
function addressOf(target: string): URL | null {
	const address = target.includes("://") ? target : `https://${target}`;
	// `URL.parse` is newer than some browsers this app supports.
	const url = URL.canParse(address) ? new URL(address) : null;
	const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
	return url && isWeb && url.username === "" && url.password === "" ? url : null;
}

/** A target in the form that a kind of scan takes; null if there is no such form or it should not be suggested. */
function formFor(kind: ScanKind, target: string): string | null {
	const url = DECEIVING.test(target) ? null : addressOf(target);
	if (!url) return null;
	switch (kindOf(kind).accepts) {
		case "anything":
			return target;
		case "url":
			return target.includes("://") ? target : `https://${target}`;
		case "host:port":
			return `${url.hostname}:${url.port || "443"}`;
	}
}

/** A misspelled host, or one that must not be scanned. */
const wasWrong = ({ failure }: Pick<ScanSummary, "failure">) =>
	failure?.code === "unresolvable" || failure?.code === "refused";

/**
 * What to suggest as the target of another scan: the latest scans' targets, then the account's other hosts, each once and in the form this
 * kind takes. `scans` are newest first.
 */
export function recentTargets(
	kind: ScanKind,
	scans: readonly Pick<ScanSummary, "target" | "failure">[],
	hosts: readonly string[],
): string[] {
	const scanned = scans.filter((scan) => !wasWrong(scan)).map(({ target }) => target);
	const formed = [...scanned, ...hosts].map((target) => formFor(kind, target)).filter((target) => target !== null);
	return [...new Set(formed)].slice(0, MOST);
}
