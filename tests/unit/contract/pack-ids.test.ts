import { expect, test } from "vitest";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { ALL_PACKS, PACKS } from "#contract/frameworks/packs.ts";

/**
 * The publishers' own numbers, counted here by the form of the id. A pack of a law lists what has to be acted on, so only whole groups of
 * it have a number. Each comment gives the source of the numbers.
 */
const PUBLISHED: Readonly<Record<ShippedId, readonly [form: RegExp, count: number][]>> = {
	// CSWP 29, appendix A: 6 functions, 22 categories, 106 subcategories, by function.
	"nist-csf": [
		[/^[A-Z]{2}$/, 6],
		[/^[A-Z]{2}\.[A-Z]{2}$/, 22],
		[/^GV\.[A-Z]{2}-\d\d$/, 31],
		[/^ID\.[A-Z]{2}-\d\d$/, 21],
		[/^PR\.[A-Z]{2}-\d\d$/, 22],
		[/^DE\.[A-Z]{2}-\d\d$/, 11],
		[/^RS\.[A-Z]{2}-\d\d$/, 13],
		[/^RC\.[A-Z]{2}-\d\d$/, 8],
	],
	// The publisher's summary: 93 controls, 37 organizational, 8 people, 14 physical, 34 technological; clauses 4 to 10.
	"iso-27001": [
		[/^(?:[4-9]|10)$/, 7],
		[/^A\.[5-8]$/, 4],
		[/^A\.5\.\d+$/, 37],
		[/^A\.6\.\d+$/, 8],
		[/^A\.7\.\d+$/, 14],
		[/^A\.8\.\d+$/, 34],
	],
	// TSP section 100: 33 common criteria in nine series, 3 of availability, 5 of processing integrity, 2 of confidentiality, 18 of privacy.
	"soc-2": [
		[/^CC[1-9]$/, 9],
		[/^CC[1-9]\.\d$/, 33],
		[/^A1\.\d$/, 3],
		[/^PI1\.\d$/, 5],
		[/^C1\.\d$/, 2],
		[/^P[1-8]\.[1-9]$/, 18],
	],
	// The table of contents: 12 requirements with 5, 3, 7, 2, 4, 5, 3, 6, 5, 7, 6 and 10 sections.
	"pci-dss": [
		[/^\d+$/, 12],
		...[5, 3, 7, 2, 4, 5, 3, 6, 5, 7, 6, 10].map(
			(sections, at) => [new RegExp(`^${at + 1}\\.\\d+$`), sections] as [RegExp, number],
		),
	],
	// Appendix A to Subpart C: 9, 4 and 5 standards with 21, 8 and 7 implementation specifications.
	hipaa: [
		[/^164\.308\((?:a\)\([1-8]\)|b\)\(1\))$/, 9],
		[/^164\.310\([a-d]\)(?:\(1\))?$/, 4],
		[/^164\.312\([a-e]\)(?:\(1\))?$/, 5],
		[/^164\.308\((?:a\)\(\d\)\(ii\)(?:\([A-E]\))?|b\)\(3\))$/, 21],
		[/^164\.310\([ad]\)\(2\)\([iv]+\)$/, 8],
		[/^164\.312\([ace]\)\(2\)(?:\([iv]+\))?$/, 7],
	],
	// Articles 5 to 22, 24 to 39 and 44 to 49; Article 5(1) has six principles.
	gdpr: [
		[/^Art\. \d+$/, 40],
		[/^Art\. 5\(1\)\([a-f]\)$/, 6],
	],
	// Parts V to IX of the Act, and of the GAID those articles that could be confirmed: the pack says which are left out.
	ndpa: [[/^Part [IVX]+$/, 5]],
	// Article 21(2): ten measures. The annex of the regulation: thirteen headings.
	nis2: [
		[/^Art\. 21\(2\)\([a-j]\)$/, 10],
		[/^2024\/2690 \d+$/, 13],
	],
	// Version 3.0: four sections with 8, 8, 5 and 4 controls.
	mvsp: [
		[/^\d$/, 4],
		[/^1\.\d$/, 8],
		[/^2\.\d$/, 8],
		[/^3\.\d$/, 5],
		[/^4\.\d$/, 4],
	],
	// The release of 5.0.0: 17 chapters, 80 sections, 345 requirements.
	"owasp-asvs": [
		[/^V\d+$/, 17],
		[/^V\d+\.\d+$/, 80],
		[/^V\d+\.\d+\.\d+$/, 345],
	],
	"owasp-top-10": [[/^A(?:0[1-9]|10):2025$/, 10]],
	"owasp-api-top-10": [[/^API(?:[1-9]|10):2023$/, 10]],
	// Version 4.0: 4 objectives, 14 principles, 41 contributing outcomes.
	caf: [
		[/^[A-D]$/, 4],
		[/^[A-D]\d$/, 14],
		[/^[A-D]\d\.[a-z]$/, 41],
	],
	// CPG 2.0: six functions.
	cpg: [[/^[A-Z]+$/, 6]],
	// Annex I: thirteen requirements of products in part I(2), eight of handling vulnerabilities in part II.
	cra: [
		[/^Annex I, Part I\(2\)\([a-m]\)$/, 13],
		[/^Annex I, Part II\(\d\)$/, 8],
	],
	// Chapters II to VI without those for supervisors: Articles 5 to 19, 23 to 30, and 45 among them.
	dora: [[/^Art\. \d+$/, 22]],
	// Eight strategies at three levels; level two adds nothing to the patching of operating systems.
	"essential-eight": [[/ ML[1-3]$/, 23]],
	// Rev. 3, table of families: 17 families, 97 requirements.
	"nist-800-171": [
		[/^03\.\d\d$/, 17],
		[/^03\.\d\d\.\d\d$/, 97],
	],
	// AI 100-1: 4 functions, 19 categories, 72 subcategories.
	"nist-ai-rmf": [
		[/^[A-Z]+$/, 4],
		[/^[A-Z]+ \d+$/, 19],
		[/^[A-Z]+ \d+\.\d+$/, 72],
	],
	// CSWP 10: 5 functions, 18 categories, 100 subcategories.
	"nist-privacy": [
		[/^[A-Z]{2}-P$/, 5],
		[/^[A-Z]{2}\.[A-Z]{2}-P$/, 18],
		[/^[A-Z]{2}\.[A-Z]{2}-P\d+$/, 100],
	],
	// SP 800-218: 4 groups, 19 practices, 42 tasks.
	"nist-ssdf": [
		[/^[A-Z]{2}$/, 4],
		[/^[A-Z]{2}\.\d$/, 19],
		[/^[A-Z]{2}\.\d\.\d$/, 42],
	],
	// Chapter 3, part A: eight conditions.
	popia: [[/^Condition [1-8]$/, 8]],
};

/** The form of each framework's ids, which all of them have. */
const FORMS: Readonly<Record<ShippedId, RegExp>> = {
	"nist-csf": /^[A-Z]{2}(?:\.[A-Z]{2}(?:-\d\d)?)?$/,
	"iso-27001": /^(?:(?:[4-9]|10)(?:\.\d){0,2}|A\.[5-8](?:\.\d+)?)$/,
	"soc-2": /^(?:CC\d|A1|C1|PI1|P\d)(?:\.\d)?$/,
	"pci-dss": /^\d+(?:\.\d+){0,4}$/,
	hipaa: /^164\.3\d\d(?:\([a-z\d]+\)|\([A-Z]\))*$/,
	gdpr: /^(?:Chapter [IVX]+|Art\. \d+(?:\(\d+\)(?:\([a-z]\))?)?)$/,
	ndpa: /^(?:Part [IVX]+|s\.\d+(?:\(\d+\))?(?:\([a-z]\))?|GAID(?: Art\. \d+(?:\(\d+\))?)?)$/,
	nis2: /^(?:Chapter [IVX]+|Art\. \d+(?:\(\d+\))?(?:\([a-z]\))?|2024\/2690(?: \d+(?:\.\d+){0,2}| Art\. \d+(?:\(\d\))?)?)$/,
	mvsp: /^[1-4](?:\.\d)?$/,
	"owasp-asvs": /^V\d+(?:\.\d+){0,2}$/,
	"owasp-top-10": /^A\d\d:2025$/,
	"owasp-api-top-10": /^API\d+:2023$/,
	caf: /^[A-D](?:\d(?:\.[a-z])?)?$/,
	cpg: /^(?:[A-Z]+|\d\.[A-Z])$/,
	cra: /^(?:Art\. \d+(?:\(\d+\)(?:\([a-z]\))?)?|Annex I, Part II?(?:\(\d\)(?:\([a-m]\))?)?)$/,
	dora: /^Art\. \d+(?:\(\d+\)(?:\([a-z]\))?)?$/,
	"essential-eight": /^[A-Z][a-z ]+(?:- ?factor authentication)?(?: ML[1-3])?$/i,
	"nist-800-171": /^03\.\d\d(?:\.\d\d)?$/,
	"nist-ai-rmf": /^[A-Z]+(?: \d+(?:\.\d+)?)?$/,
	"nist-privacy": /^[A-Z]{2}(?:\.[A-Z]{2})?-P\d*$/,
	"nist-ssdf": /^[A-Z]{2}(?:\.\d){0,2}$/,
	popia: /^(?:Condition \d|Chapter \d(?:, Part [A-C])?|s\.\d+(?:\(\d+\))?)$/,
};

const idsOf = (id: ShippedId): string[] => PACKS[id].requirements.map((one) => one.id);

test.each(ALL_PACKS.map(({ id }) => id))("%s has as many of each sort as its publisher says", (id) => {
	const ids = idsOf(id);
	const counted = PUBLISHED[id].map(([form]) => [String(form), ids.filter((one) => form.test(one)).length]);
	expect(counted).toEqual(PUBLISHED[id].map(([form, count]) => [String(form), count]));
});

test.each(ALL_PACKS.map(({ id }) => id))("every ID of %s has the form of its framework", (id) => {
	expect(idsOf(id).filter((one) => !FORMS[id].test(one))).toEqual([]);
});
