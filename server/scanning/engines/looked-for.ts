import { ruleOf } from "#contract/controls/without-control.ts";
import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { isWhole, type PagesRead } from "#contract/findings/pages-read.ts";
import { ENGINE as BASELINE } from "./baseline/judge.ts";
import { RULES } from "./baseline/registry.ts";
import { ENGINE as SSLYZE } from "./sslyze/judge.ts";
import { ENGINE as WAPITI } from "./wapiti/judge.ts";
import { wasVisited } from "./wapiti/visited.ts";

const PART_OF_RULE = new Map(
	Object.entries(RULES).flatMap(([part, rules]) => rules.map(({ meta }) => [meta.id, part])),
);

/**
 * Whether a scan of the same scope would have seen this finding if it were still there. Never true for a scan with a gap, unless
 * the gap is known to be that of other rules, such as rules that were off. Our own checks
 * leave out parts that do not apply, such as files of an unlisted host: findings of those parts were not looked for. Nor were those that
 * our own checks saw on a page that may be one of those that the site names and this scan did not read, or that Wapiti saw on a page that
 * its crawl did not come to this time.
 */
export function lookedFor(
	{ coverage, parts, pages, visited }: Pick<ScanReport, "coverage" | "parts" | "pages" | "visited">,
	finding: Pick<Finding, "engine" | "rule" | "location" | "pages" | "places">,
): boolean {
	const { engine, rule, pages: [page] = [], places } = finding;
	const gaps = parts.filter((part) => part.status === "not-evaluated");
	const isOfRules = gaps.length > 0 && gaps.every(({ rules }) => rules !== undefined);
	if (coverage !== "full" && !isOfRules) return false;
	if (gaps.some(({ rules = [] }) => rules.some((one) => one === rule || one === ruleOf({ rule })))) return false;
	// It runs beside our own checks if it is available; its parts are named by port.
	if (engine === SSLYZE)
		return parts.some(({ part, status }) => /^[a-z0-9_]+-\d+$/.test(part) && status === "evaluated");
	if (engine === WAPITI) return places !== undefined || !visited || wasVisited(finding, visited);
	if (engine !== BASELINE) return true;
	if (page !== undefined && !(pages && (isWhole(pages) || (!places && wasRead(page, pages))))) return false;
	return parts.some(({ part, status }) => part === PART_OF_RULE.get(rule) && status === "evaluated");
}

const wasRead = (page: string, { paths }: PagesRead): boolean => paths.some((path) => path.split("?", 1)[0] === page);
