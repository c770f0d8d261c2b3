import packs from "virtual:framework-packs";
import { dayText } from "#contract/format/time.ts";
import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

const KINDS = { law: "Law", standard: "Standard", guideline: "Guideline" } as const;

/** What each framework pack contains, and as of when. */
export const frameworksPage: Document = {
	title: "Frameworks",
	description: `The ${packs.length} frameworks that ${site.name} comes with: what each is, as of when, and what is left out.`,
	heading: `${packs.length} frameworks, each with its date`,
	lead: "For each requirement you get the official number, and a title and a sentence in our own words. If you have the official words, load them into your workspace, and they stand beside ours.",
	note: "No scan and no list shows that you comply. That is for an auditor, or an authority, to say.",
	sections: packs.map(
		({ id, name, about, kind, publisher, version, asOf, source, units, requirements, notCovered }) => ({
			id,
			heading: name,
			blocks: [
				about,
				{
					facts: [
						["Kind", `${KINDS[kind]}, by ${publisher}`],
						["Edition", version],
						["To decide about", `${requirements} ${units}`],
						["Compared with its source", dayText(asOf)],
						["Source", `[${source.title}](${source.url})`],
						["Not covered", notCovered.join(" ")],
					],
				},
			],
		}),
	),
	next: { text: "Start with a free scan", to: "/" },
};
