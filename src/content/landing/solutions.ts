import figures from "virtual:figures";

/** Color classes for a solution: for its number and for its card's edge. */
type Look = { mark: string; edge: string };

export type Solution = {
	id: SolutionId;
	name: string;
	description: string;
	features: readonly string[];
	stats: readonly { label: string; value: string }[];
	look: Look;
};

export type SolutionId = (typeof SOLUTION_IDS)[number];

/** In the order the site lists them (specification, section 3). Also used as addresses and anchors. */
export const SOLUTION_IDS = [
	"risk-management",
	"compliance-readiness",
	"third-party-risk",
	"incident-management",
	"document-management",
	"automated-workflow",
	"automated-questionnaires",
	"compliance-document-generator",
	"control-testing-suite",
] as const;

export const DEFAULT_SOLUTION: SolutionId = "risk-management";

/** Colors for the solutions that check, record, and repeat. */
const LOOKS = {
	look: { mark: "text-accent", edge: "border-s-accent" },
	write: { mark: "text-medium", edge: "border-s-brass" },
	repeat: { mark: "text-none", edge: "border-s-none" },
} as const satisfies Record<string, Look>;

/** What each solution does today: nothing here is merely planned, and every number is one of the product's own limits or counts. */
export const solutions: Record<SolutionId, Solution> = {
	"risk-management": {
		id: "risk-management",
		name: "Risk Management",
		description: "From what a scan saw to a risk you have decided on.",
		features: [
			"Findings in four severities, each with what was seen and where",
			"Why it matters, explained once for the owner and once for the engineer",
			"A grade you can recalculate yourself",
			"What could not be checked is listed, never counted as clean",
		],
		stats: [
			{ label: "severities, each with a word and a shape", value: String(figures.severities) },
			{ label: "rules in the free baseline", value: String(figures.rules) },
		],
		look: LOOKS.look,
	},
	"compliance-readiness": {
		id: "compliance-readiness",
		name: "Compliance Readiness",
		description: "Know before the audit which controls your own systems contradict.",
		features: [
			"Choose frameworks, and get controls that are already linked to them",
			"A statement of applicability, with a reason for what does not apply",
			"Every scan says what it is evidence against, and what it did not see",
			"We never say that you comply: that is for an auditor to decide",
		],
		stats: [
			{ label: "frameworks to choose from", value: String(figures.frameworks) },
			{ label: "controls, linked to their requirements", value: String(figures.controls) },
		],
		look: LOOKS.look,
	},
	"third-party-risk": {
		id: "third-party-risk",
		name: "Third-Party Risk",
		description: "See what your suppliers show the public, and ask better questions.",
		features: [
			"A passive scan of a supplier’s host, where its owner allows it",
			"A client and a note with each target",
			"Paste many targets at once, or import them from a file",
			"Scans that probe are only for the host’s verified owner",
		],
		stats: [
			{ label: "TLS handshakes at most, and nothing is attacked", value: String(figures.handshakes) },
			{ label: "ports a passive scan checks", value: String(figures.ports) },
		],
		look: LOOKS.look,
	},
	"incident-management": {
		id: "incident-management",
		name: "Incident Management",
		description: "What to have ready before an incident, and the deadlines that start with it.",
		features: [
			"A dated record of what each host showed, before and after",
			"A check from a phone, with progress while it runs",
			"Requests made without a signal are sent once when it returns",
			"A list of your hosts and whether you have verified them",
		],
		stats: [
			{ label: "to report a personal-data breach, under the GDPR and Nigeria’s NDPA", value: "72 h" },
			{ label: "scan for each request, whatever the network does", value: "1" },
		],
		look: LOOKS.repeat,
	},
	"document-management": {
		id: "document-management",
		name: "Document Management",
		description: "Evidence you can still read, understand and date in a year.",
		features: [
			"Photos, files, links and scans, each with the period it covers and its last day",
			"A reviewer accepts evidence or returns it with a reason",
			"A custody list that only grows, and a hash of every file",
			"One bundle for an auditor, which opens without a network",
		],
		stats: [
			{ label: "warning before a piece of evidence expires", value: `${figures.expiringDays} d` },
			{ label: "of custody lines that can be changed", value: "0" },
		],
		look: LOOKS.write,
	},
	"automated-workflow": {
		id: "automated-workflow",
		name: "Automated Workflow",
		description: "Let machines repeat the routine, and keep the decisions.",
		features: [
			"An outbox on your device that sends by itself and never twice",
			"Not before, not after: a scan stays within its allowed hours",
			"Many targets in one go, each with its own result",
			"An API with a machine-readable description",
		],
		stats: [
			{ label: "requests sent together", value: String(figures.batch) },
			{ label: "until an unsent request needs your OK", value: `${figures.staleDays} d` },
		],
		look: LOOKS.repeat,
	},
	"automated-questionnaires": {
		id: "automated-questionnaires",
		name: "Automated Questionnaires",
		description: "Answer each question once, with the provision beside it.",
		features: [
			"A data-protection assessment under Nigeria’s NDPA 2023 and GAID 2025",
			"Each question names the provision it is about",
			"“Partly” is an answer, and leads to a list of work",
			"Answers stay on your device and work offline",
		],
		stats: [
			{ label: "questions, in our own words", value: String(figures.questions) },
			{ label: "answers that leave your device", value: "0" },
		],
		look: LOOKS.write,
	},
	"compliance-document-generator": {
		id: "compliance-document-generator",
		name: "Compliance Document Generator",
		description: "Reports built on what was observed, not policies no one has read.",
		features: [
			"A report of every scan, on a page and by email",
			"Grade, coverage, findings, evidence and controls in one order",
			"Made for print as much as for a phone",
			"Every sentence traces back to an observation",
		],
		stats: [
			{ label: "private link, which you can delete", value: "1" },
			{ label: "sentences that are not about your host", value: "0" },
		],
		look: LOOKS.write,
	},
	"control-testing-suite": {
		id: "control-testing-suite",
		name: "Control Testing Suite",
		description: "Test technical controls with known tools, and see what was not tested.",
		features: [
			"Every finished scan is a test run: passed, failed or incomplete, with the reason",
			"Checklists, documents and statements for what no scan can see",
			"What fails becomes a task with an owner and a day",
			"How each control operated over a window, with gaps said as gaps",
		],
		stats: [
			{ label: "tests to begin with", value: String(figures.tests) },
			{ label: "kinds of scan in the dashboard", value: String(figures.tools) },
		],
		look: LOOKS.look,
	},
};
