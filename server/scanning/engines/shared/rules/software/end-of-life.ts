import { type Support, supportOf } from "../../../../software/support.ts";
import { asOfTable, eolTable } from "../../../../software/table.ts";
import { isOfCycle } from "../../../../software/version.ts";
import { atEndpoint } from "../../at-endpoint.ts";
import type { SeenSoftware } from "../../evidence.ts";
import type { Observation } from "../../rule.ts";

/** What the table says about software that was seen. Software it does not know is `unknown`, never fine. */
export function supportFor({ product, lookup }: SeenSoftware, now: Date): Support {
	return product === undefined ? { status: "unknown" } : supportOf(eolTable, product, lookup, now);
}

/** The observation for software that no longer gets free security fixes; undefined for any other. */
export function endedObservation(software: SeenSoftware, now: Date): Observation | undefined {
	const support = supportFor(software, now);
	if (support.status !== "ended") return undefined;
	const { name, version, distribution, endpoint, source, text, guessed } = software;

	const line =
		isOfCycle(software.lookup, support.cycle) || support.cycle.startsWith(software.lookup)
			? `${support.title} ${support.cycle}`
			: `The next tracked line, ${support.title} ${support.cycle},`;
	const since =
		support.end === undefined ? "no longer gets security fixes" : `has had no free security fixes since ${support.end}`;
	const facts = [`${line} ${since}.`];
	const stillSold = support.extendedEnd !== undefined && Date.parse(support.extendedEnd) > now.getTime();
	if (stillSold) facts.push(`Fixes sold separately run until ${support.extendedEnd}.`);
	if (distribution)
		facts.push(
			`${distribution} may have added fixes without changing this number, so check with its package manager before acting.`,
		);
	return {
		location: atEndpoint(endpoint, name.toLowerCase()),
		title: `${name} ${version} no longer gets security fixes`,
		evidence: [
			{ source, text },
			{ source: asOfTable("End-of-life dates", now), text: facts.join(" ") },
		],
		...(distribution || stillSold ? { severity: "medium" } : {}),
		...(distribution || stillSold || guessed ? { confidence: "low" } : {}),
	};
}
