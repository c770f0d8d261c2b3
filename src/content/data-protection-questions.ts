/** One question of the data-protection self-assessment, in our own words, with the provision it is about. */
export type Question = {
	/** Stable: answers are kept under it. */
	id: string;
	text: string;
	/** What a good answer looks like. */
	hint: string;
	provision: string;
};

export type QuestionSection = { id: string; title: string; questions: Question[] };

const NDPA = "NDPA 2023";
const GAID = "GAID 2025";

/** When the questions were last checked against the Act and the directive. Shown with them, because both will change. */
export const QUESTIONS_AS_OF = "2026-11-01";

/**
 * Under the Nigeria Data Protection Act 2023 (NDPA) and the General Application and Implementation Directive 2025 (GAID),
 * which have replaced the NDPR of 2019. A section number is given only where it was checked against the Act.
 */
export const questionSections: QuestionSection[] = [
	{
		id: "scope",
		title: "Whether and how the Act applies",
		questions: [
			{
				id: "in-scope",
				text: "Do you know, in writing, which of your processing falls under the Act?",
				hint: "It does when you are domiciled or operate in Nigeria, process there, or process data of people who are there.",
				provision: `${NDPA}, s. 2`,
			},
			{
				id: "major-importance",
				text: "Have you worked out whether you are a controller or processor of major importance, and registered if so?",
				hint: "It depends on how many people’s data you hold and on your sector. The tier sets the fee and what you file.",
				provision: `${NDPA}, ss. 44 and 65`,
			},
		],
	},
	{
		id: "grounds",
		title: "Grounds and principles",
		questions: [
			{
				id: "principles",
				text: "For each activity, have you written down what the data is for, how little is enough, and when it is deleted?",
				hint: "A record of processing with purpose, data, retention and who keeps it accurate.",
				provision: `${NDPA}, s. 24`,
			},
			{
				id: "lawful-basis",
				text: "Does every activity have one lawful basis on record?",
				hint: "Consent, contract, legal duty, vital interest, public interest or legitimate interest: one each, with the reason.",
				provision: `${NDPA}, s. 25`,
			},
			{
				id: "consent-proof",
				text: "Where you rely on consent, can you show who gave it, when, to which wording, and that it was freely given?",
				hint: "Not bundled with other terms, and no pre-checked boxes.",
				provision: `${NDPA}, s. 26`,
			},
			{
				id: "consent-withdrawal",
				text: "Is withdrawing consent as easy as giving it?",
				hint: "The same place, the same number of steps, and it takes effect.",
				provision: `${NDPA}, s. 35`,
			},
			{
				id: "sensitive-data",
				text: "If you handle sensitive data, is the extra ground for it on record?",
				hint: "Health, biometric, religious, political and similar data.",
				provision: `${NDPA}, s. 30`,
			},
			{
				id: "children",
				text: "Do you know whether children use your service, and do you ask a parent where required?",
				hint: "An age check that fits the risk, and proof of a parent’s consent.",
				provision: `${NDPA}, s. 31`,
			},
		],
	},
	{
		id: "people",
		title: "Information and rights",
		questions: [
			{
				id: "notice",
				text: "Does your privacy notice say who you are, why, on what basis, with whom, how long, and what rights people have?",
				hint: "Given when the data is collected, in words its readers use.",
				provision: `${NDPA}, s. 27`,
			},
			{
				id: "cookies",
				text: "Are optional cookies off until people say yes, and is “no” as easy to choose as “yes”?",
				hint: "Nothing set before the choice; the choice can be changed later.",
				provision: GAID,
			},
			{
				id: "access",
				text: "Can people get a copy of their data, or have it corrected or erased, within the time the law allows?",
				hint: "A published address for requests, a way to check who is asking, and a log of requests and answers.",
				provision: `${NDPA}, s. 34`,
			},
			{
				id: "objection",
				text: "Can people object, refuse purely automated decisions, and take their data elsewhere?",
				hint: "Know where automated decisions are made, and who can review one.",
				provision: `${NDPA}, s. 36 and following`,
			},
			{
				id: "grievance",
				text: "Do people know how to complain to you, and is each complaint answered and recorded?",
				hint: "The directive gives complaints a standard form and a deadline.",
				provision: GAID,
			},
		],
	},
	{
		id: "organization",
		title: "Who is responsible",
		questions: [
			{
				id: "officer",
				text: "If you must have a data protection officer, is one appointed, listened to, and listed with contact details?",
				hint: "Independent enough to say no; reports to top management.",
				provision: `${NDPA}, s. 32`,
			},
			{
				id: "compliance-organization",
				text: "Have you engaged a licensed compliance organization where you need one?",
				hint: "Filing an audit return goes through a licensed body.",
				provision: `${NDPA}, s. 33`,
			},
			{
				id: "training",
				text: "Are people who handle data trained, and does the officer report regularly?",
				hint: "Dates, names, content; the directive asks for reports twice a year.",
				provision: GAID,
			},
			{
				id: "processors",
				text: "Do you have a contract with every processor, and did you vet each one first?",
				hint: "What they may do, security, sub-processors, help with requests, what happens at the end.",
				provision: `${NDPA}, s. 29`,
			},
		],
	},
	{
		id: "security",
		title: "Risk and security",
		questions: [
			{
				id: "impact",
				text: "Do you assess the impact before processing that is likely to put people at high risk?",
				hint: "In writing, with the measures chosen, and reviewed when something changes.",
				provision: `${NDPA}, s. 28`,
			},
			{
				id: "measures",
				text: "Do your security measures fit the risk, and are they tested?",
				hint: "Encryption, access, backups, patched software, regular scans: findings of your own scans are evidence here.",
				provision: NDPA,
			},
			{
				id: "breach",
				text: "Is there a plan for a breach: who decides, who tells the Commission within 72 hours, who tells the people affected?",
				hint: "Practiced at least once, with a register of what happened.",
				provision: `${NDPA}, s. 40; ${GAID}, art. 33`,
			},
			{
				id: "transfers",
				text: "Where data leaves Nigeria, is the basis for that on record?",
				hint: "Hosting, email, analytics and support tools count too.",
				provision: NDPA,
			},
		],
	},
	{
		id: "filing",
		title: "Filings",
		questions: [
			{
				id: "audit-return",
				text: "If you must file an audit return, is it ready by March 31, with the evidence behind it?",
				hint: "The directive says which tier files what; the first audit is due within 15 months of starting.",
				provision: GAID,
			},
			{
				id: "exposure",
				text: "Does the budget owner know how large a penalty could be?",
				hint: "The Act names a share of annual revenue or a fixed sum, whichever is greater, by tier.",
				provision: NDPA,
			},
		],
	},
];
