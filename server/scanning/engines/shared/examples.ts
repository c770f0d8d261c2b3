import type { Finding, FindingLocation, ScanPart } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import { fingerprint } from "./fingerprint.ts";

/** As many places of one rule are listed one by one. More than that no one works through, and which of them a list has would be chance. */
const MOST_PLACES = 50;
const MOST_EXAMPLES = 5;
const MOST_NAMES = 5;

/** A rule of whose places only some are listed. */
export type Sampled = { rule: string; title: string };

/** Findings of one rule on one port have the same. */
export const ruleOnPort = ({
	engine,
	rule,
	location: { host, port },
}: Pick<Finding, "engine" | "rule"> & { location: Pick<FindingLocation, "host" | "port"> }): string =>
	JSON.stringify([engine, rule, host, port]);

/**
 * Makes one finding with examples of each rule with more places than we list, and of those that `isOne` names. `path` is where the scan
 * began. `cut` are the rules with too many. Keeps order. Pure.
 */
export function joinPlaces(
	findings: readonly Finding[],
	path: string,
	isOne: (rule: string) => boolean = () => false,
): { findings: Finding[]; cut: Sampled[] } {
	const cut: Sampled[] = [];
	const joined = [...Map.groupBy(findings, ruleOnPort).values()].flatMap((places) => {
		const [first] = places;
		const isLong = places.length > MOST_PLACES;
		if (!first || !(isLong || isOne(first.rule))) return places;
		if (isLong) cut.push({ rule: first.rule, title: first.title });
		const { host, port } = first.location;
		return [withExamples(places, { host, port, path: `${path.split("?", 1)[0] || "/"}*`, parameter: "" })];
	});
	return { findings: joined, cut };
}

/** One finding that stands for all of these, of one rule on one port. Its identity does not depend on which ones they are. Pure. */
export function withExamples(places: readonly Finding[], location: FindingLocation): Finding {
	const [worst, ...others] = places.toSorted((a, b) => rank(a) - rank(b) || (placeOf(a) < placeOf(b) ? -1 : 1));
	if (!worst) throw new Error("A finding with examples needs one.");
	const { engine, rule, fix } = worst;
	const all = [worst, ...others];
	const text = `Listed in ${counted(places.length, "place")}. These are examples: others may have it too.`;
	const pages = all.every((one) => one.pages) ? new Set(all.flatMap((one) => one.pages ?? [])) : undefined;
	return {
		...worst,
		fingerprint: fingerprint({ engine, rule, location }),
		confidence: all.some(({ confidence }) => confidence === "high") ? "high" : "low",
		location,
		evidence: [{ source: "Places", text }, ...all.slice(0, MOST_EXAMPLES).flatMap(({ evidence }) => evidence)],
		fix: { ...fix, engineer: `${fix.engineer} These places are examples: others may need the same.` },
		...(pages ? { pages: [...pages] } : {}),
		places: "examples",
	};
}

const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
const placeOf = ({ location: { path, parameter } }: Finding): string => `${path}\n${parameter}`;

/** What a report says about rules of whose places it lists only some. Pure. */
export function examplesGap(sampled: readonly Sampled[]): ScanPart[] {
	if (sampled.length === 0) return [];
	const titles = sampled.map(({ title }) => title);
	return [
		{
			part: "places",
			label: "All places of each problem",
			status: "not-evaluated",
			reason: `Of ${counted(sampled.length, "problem", "problems")}, only examples are listed. More places may have ${sampled.length === 1 ? "it" : "them"}: ${listed(titles)}.`,
			rules: sampled.map(({ rule }) => rule),
		},
	];
}

/** The first few names, and how many more there are. */
export function listed(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
