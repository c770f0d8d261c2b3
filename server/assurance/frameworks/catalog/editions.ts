import type { ShippedId } from "#contract/frameworks/pack.ts";

/** An edition other than the pack's, of which files are still around. */
type OtherEdition = {
	/** As in “NIST CSF 1.1”. */
	name: string;
	/** Its number or year. */
	edition: string;
	/** Its ids, where they can be mistaken for the pack's. */
	ids?: readonly string[];
};

type Known = {
	/** What files call the framework, whatever its edition. */
	called: RegExp;
	/** Numbers or years of the pack's own edition. Left out: there is no other edition to confuse it with. */
	own?: readonly string[];
	others?: readonly OtherEdition[];
	/** Catalogs that the publisher issued for the pack's edition, by their uuid in OSCAL. */
	uuids?: readonly string[];
};

const other = (framework: string, edition: string, ids?: readonly string[]): OtherEdition => ({
	name: `${framework}${edition}`,
	edition,
	...(ids && { ids }),
});

/** `numbered({ "ID.AM-": 2 })`: ID.AM-1 and ID.AM-2. */
const numbered = (groups: Readonly<Record<string, number>>): string[] =>
	Object.entries(groups).flatMap(([group, count]) => Array.from({ length: count }, (_, n) => `${group}${n + 1}`));

/** The numbers of controls in each category of Annex A of 2013, which files write with and without its letter. */
const ANNEX_2013 = {
	"5.1": 2,
	"6.1": 5,
	"6.2": 2,
	"7.1": 2,
	"7.2": 3,
	"7.3": 1,
	"8.1": 4,
	"8.2": 3,
	"8.3": 3,
	"9.1": 2,
	"9.2": 6,
	"9.3": 1,
	"9.4": 5,
	"10.1": 2,
	"11.1": 6,
	"11.2": 9,
	"12.1": 4,
	"12.2": 1,
	"12.3": 1,
	"12.4": 4,
	"12.5": 1,
	"12.6": 2,
	"12.7": 1,
	"13.1": 3,
	"13.2": 4,
	"14.1": 3,
	"14.2": 9,
	"14.3": 1,
	"15.1": 3,
	"15.2": 2,
	"16.1": 7,
	"17.1": 3,
	"17.2": 1,
	"18.1": 5,
	"18.2": 3,
};
const ISO_2013 = Object.entries(ANNEX_2013)
	.flatMap(([category, count]) => [category, ...numbered({ [`${category}.`]: count })])
	.flatMap((id) => [id, `A.${id}`]);

const CSF_1_1 = [
	"ID.BE",
	"ID.GV",
	"ID.RM",
	"ID.SC",
	"PR.AC",
	"PR.IP",
	"PR.MA",
	"PR.PT",
	"DE.DP",
	"RS.RP",
	"RS.IM",
	"RC.IM",
	...numbered({
		"ID.AM-": 6,
		"ID.BE-": 5,
		"ID.GV-": 4,
		"ID.RA-": 6,
		"ID.RM-": 3,
		"ID.SC-": 5,
		"PR.AC-": 7,
		"PR.AT-": 5,
		"PR.DS-": 8,
		"PR.IP-": 12,
		"PR.MA-": 2,
		"PR.PT-": 5,
		"DE.AE-": 5,
		"DE.CM-": 8,
		"DE.DP-": 5,
		"RS.RP-": 1,
		"RS.CO-": 5,
		"RS.AN-": 5,
		"RS.MI-": 3,
		"RS.IM-": 2,
		"RC.RP-": 1,
		"RC.IM-": 2,
		"RC.CO-": 3,
	}),
];

/** Requirements of each family of SP 800-171 Revision 2, in the order of families. */
const CUI_2 = [22, 3, 9, 9, 11, 3, 6, 9, 2, 6, 3, 4, 16, 7];
const CUI_2_IDS = numbered(Object.fromEntries(CUI_2.map((count, n) => [`3.${n + 1}.`, count])));

/** What files call our frameworks and their editions. */
export const KNOWN: Readonly<Record<ShippedId, Known>> = {
	"nist-csf": {
		called: /\bcsf|cyber ?security framework|critical infrastructure cybersecurity/i,
		own: ["2.0"],
		others: [other("NIST CSF ", "1.1", CSF_1_1), other("NIST CSF ", "1.0")],
		uuids: ["720a010b-253c-4a94-bb65-cb58400966f5"],
	},
	"iso-27001": {
		called: /2700[12]|annex a\b/i,
		own: ["2022"],
		others: [
			other("ISO/IEC 27001:", "2013", ISO_2013),
			other("ISO/IEC 27001:", "2017", ISO_2013),
			other("ISO/IEC 27001:", "2005"),
		],
	},
	"soc-2": {
		called: /\bsoc ?2\b|trust services criteria/i,
		own: ["2017", "2022"],
		others: [other("SOC 2 ", "2016")],
	},
	"pci-dss": {
		called: /\bpci(?:[ -]?dss)?\b/i,
		own: ["4.0", "4.0.1"],
		others: ["3.2.1", "3.2", "3.1", "3.0"].map((each) => other("PCI DSS ", each)),
	},
	hipaa: { called: /\bhipaa\b|164\.3\d\d/i },
	gdpr: { called: /\bgdpr\b|2016\/679/i },
	ndpa: { called: /\bndpa\b|nigeria data protection act/i },
	nis2: { called: /\bnis ?2\b|2022\/2555|2024\/2690/i },
	dora: { called: /\bdora\b|2022\/2554/i },
	cra: { called: /cyber resilience act|2024\/2847/i },
	popia: { called: /\bpopia\b|protection of personal information act/i },
	mvsp: { called: /\bmvsp\b/i, own: ["3.0"], others: [other("MVSP ", "2.0"), other("MVSP ", "1.0")] },
	"essential-eight": {
		called: /essential (?:eight|8)/i,
		own: ["2023"],
		others: [other("Essential Eight ", "2022")],
	},
	cpg: {
		called: /\bcpgs?\b|cybersecurity performance goals/i,
		own: ["2.0"],
		others: [other("CISA CPG ", "1.0.1"), other("CISA CPG ", "1.0")],
	},
	caf: {
		called: /\bcaf\b|cyber assessment framework/i,
		own: ["4.0"],
		others: ["3.2", "3.1", "3.0"].map((each) => other("NCSC CAF ", each)),
	},
	"nist-800-171": {
		called: /800[-_ ]171|controlled unclassified information/i,
		own: ["3"],
		others: [other("NIST SP 800-171 Revision ", "2", CUI_2_IDS), other("NIST SP 800-171 Revision ", "1")],
		uuids: [
			"e369897e-ed2b-4927-a193-99186ee1673e",
			"b1e4def8-5f2d-4cbe-a7f8-7b9c6bfb9cb8",
			"98cf22b5-912b-4efc-a622-4cf49f42ac13",
		],
	},
	"nist-ssdf": {
		called: /\bssdf\b|800[-_ ]218|secure software development framework/i,
		own: ["1.1"],
		others: [other("NIST SSDF ", "1.0"), other("NIST SSDF ", "1.2")],
		uuids: ["ecaab8df-5a17-421c-bee7-044e3c0fac5c", "14d86c0e-3299-426e-88bd-ab46123c3e75"],
	},
	"nist-privacy": {
		called: /privacy framework/i,
		own: ["1.0"],
		others: [other("NIST Privacy Framework ", "1.1")],
	},
	"nist-ai-rmf": { called: /\bai[ -]rmf\b|ai risk management framework/i },
	"owasp-asvs": {
		called: /\basvs\b|application security verification standard/i,
		own: ["5.0"],
		others: ["4.0.3", "4.0.2", "4.0.1", "4.0", "3.0"].map((each) => other("OWASP ASVS ", each)),
	},
	"owasp-top-10": {
		called: /owasp top[ -]?(?:10|ten)/i,
		own: ["2025"],
		others: ["2021", "2017", "2013"].map((each) => other("OWASP Top 10 ", each)),
	},
	"owasp-api-top-10": {
		called: /api security top[ -]?(?:10|ten)|owasp api/i,
		own: ["2023"],
		others: [other("OWASP API Security Top 10 ", "2019")],
	},
};
