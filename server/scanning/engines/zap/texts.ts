import type { TwoVoices } from "#contract/findings/findings.ts";
import { sanitize } from "../shared/foreign-text.ts";

type Row = [cwes: readonly number[], why: string, fix: string];

const SOON = "Ask your developers to fix this soon.";
const NOW = "Ask your developers to fix this before anything else.";
/** What each family of vulnerabilities means to the site's owner. ZAP's own texts are for engineers. */
// biome-ignore format: a table
const FAMILIES: readonly Row[] = [
	[[89, 943, 564], "A stranger may be able to read or change everything in the site's database.", NOW],
	[[77, 78, 94, 95, 97, 98, 917, 1336, 502], "A stranger may be able to run programs on the server.", NOW],
	[[22, 23, 36, 73, 91, 611, 643, 90, 538, 541], "A stranger may be able to read what is not meant for them.", SOON],
	[[79, 80, 83], "Someone can make your site run foreign scripts in your visitors' browsers.", SOON],
	[[918, 601, 113], "Someone can use your site to reach places, or lead visitors to places, that you did not intend.", SOON],
	[[352], "Another site may be able to make your visitors submit a form without knowing.", SOON],
	[[1035, 1104, 1395, 829, 937], "The site uses components from others that have known faults.", "Ask your developers to update these components."],
	[[295, 310, 311, 319, 326, 327, 523, 614], "What visitors send or receive may be read or changed on its way.", "Ask your host to encrypt everything that is sent."],
	[[284, 285, 287, 639, 425, 521, 522, 384, 613], "Strangers may be able to get into a protected area.", SOON],
	[[16, 693, 1021, 525, 1004, 1275, 345, 264, 942, 565], "Browsers offer a protection that your site does not ask for.", "Ask your host or developers to add it."],
	[[200, 201, 209, 215, 359, 497, 530, 548, 615, 598], "The site tells strangers more about itself, or about people, than it needs to.", "Ask your developers to leave this out."],
];
const OTHER: Row = [[], "ZAP saw something that may need a look.", "Ask your developers to have a look."];

/** What a ZAP finding means and what to do, for the site's owner. */
export function ownerTexts(cwe: number | null): { why: string; fix: string } {
	const [, why, fix] = FAMILIES.find(([cwes]) => cwe !== null && cwes.includes(cwe)) ?? OTHER;
	return { why, fix };
}

const LONGEST = 800;

/** ZAP's descriptions are HTML: the text alone, in one line. */
export function plainText(html: string): string {
	const text = html
		.slice(0, 20_000)
		.replace(/<\/?[a-z][^<>]{0,200}>/gi, " ")
		.replace(/&(lt|gt|quot|apos|amp|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? " ");
	return sanitize(text, LONGEST).replace(/ {2,}/g, " ").trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&", "#39": "'" };

export const bothVoices = (owner: string, engineer: string): TwoVoices => ({ owner, engineer: engineer || owner });
