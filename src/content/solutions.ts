/** Color classes of a solution: of its number, and of the edge of its card. */
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

/** In the order in which the site lists them (specification, section 3). They are addresses and anchors too. */
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

/** What looks at something, what writes it down, and what does the repeating. */
const LOOKS = {
	look: { mark: "text-accent", edge: "border-s-accent" },
	write: { mark: "text-medium", edge: "border-s-brass" },
	repeat: { mark: "text-none", edge: "border-s-none" },
} as const satisfies Record<string, Look>;

/** What each solution is today: nothing here is planned, and every number is the product's own limit or count. */
export const solutions: Record<SolutionId, Solution> = {
	"risk-management": {
		id: "risk-management",
		name: "Risk Management",
		description: "From what a scan saw to a risk that somebody has decided about.",
		features: [
			"Findings in four severities, each with what was seen and where",
			"Why it matters, told once to the owner and once to the engineer",
			"A grade whose sum you can check",
			"What could not be looked at is listed, never counted as clean",
		],
		stats: [
			{ label: "severities, each with a word and a shape", value: "4" },
			{ label: "rules in the free baseline", value: "44" },
		],
		look: LOOKS.look,
	},
	"compliance-readiness": {
		id: "compliance-readiness",
		name: "Compliance Readiness",
		description: "Know before the audit which controls your own systems already speak against.",
		features: [
			"Findings name the controls they are evidence against",
			"SOC 2, ISO 27001, PCI DSS and the HIPAA Security Rule side by side",
			"Three answers: evidence against, none seen, not evaluated",
			"No page of ours says that you comply: that is an auditor’s to say",
		],
		stats: [
			{ label: "answers a control can get", value: "3" },
			{ label: "frameworks beside each finding", value: "4" },
		],
		look: LOOKS.look,
	},
	"third-party-risk": {
		id: "third-party-risk",
		name: "Third-Party Risk",
		description: "Look at what your suppliers show to everybody, and ask better questions.",
		features: [
			"A passive scan of a supplier’s host, where its owner allows it",
			"A client and a note with each target",
			"Paste many targets at once, or read them from a file",
			"Scans that probe stay with whoever can show that the host is theirs",
		],
		stats: [
			{ label: "TLS handshakes at most, and nothing is attacked", value: "20" },
			{ label: "ports a passive scan looks at", value: "4" },
		],
		look: LOOKS.look,
	},
	"incident-management": {
		id: "incident-management",
		name: "Incident Management",
		description: "What to have ready before an incident, and the clocks that start with it.",
		features: [
			"A dated record of what each host showed, before and after",
			"A check from a phone, with progress while it runs",
			"Asked for without a signal, sent when it returns, once",
			"A list of your hosts and of who has shown to own them",
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
		description: "Evidence that can still be read, understood and dated in a year.",
		features: [
			"Observation and explanation stand apart, and look it",
			"Every record has its target, time, tool and coverage",
			"The tool’s own output, word for word, to download",
			"Lists leave as CSV or JSON",
		],
		stats: [
			{ label: "until a free report and its address are deleted", value: "30 d" },
			{ label: "formats a list leaves in", value: "2" },
		],
		look: LOOKS.write,
	},
	"automated-workflow": {
		id: "automated-workflow",
		name: "Automated Workflow",
		description: "Let machines do what is the same each time, and leave them no decisions.",
		features: [
			"An outbox on your device that sends by itself and never twice",
			"Not before, not after: a scan keeps to the hours it was allowed",
			"Many targets in one go, each with its own result",
			"An API with a description your programs can read",
		],
		stats: [
			{ label: "requests in one delivery", value: "50" },
			{ label: "until an unsent request asks before it goes", value: "7 d" },
		],
		look: LOOKS.repeat,
	},
	"automated-questionnaires": {
		id: "automated-questionnaires",
		name: "Automated Questionnaires",
		description: "Answer the same question once, with a provision beside it.",
		features: [
			"A data-protection assessment under Nigeria’s NDPA 2023 and GAID 2025",
			"Each question names the provision it is about",
			"“Partly” is an answer, and leads to a list of work",
			"Answers stay on your device, also without a network",
		],
		stats: [
			{ label: "questions, in our own words", value: "23" },
			{ label: "answers that leave your device", value: "0" },
		],
		look: LOOKS.write,
	},
	"compliance-document-generator": {
		id: "compliance-document-generator",
		name: "Compliance Document Generator",
		description: "Reports from what was observed. No policy that nobody has read.",
		features: [
			"A report of every scan, on a page and by mail",
			"Grade, coverage, findings, evidence and controls in one order",
			"Made for print as much as for a phone",
			"Every sentence leads back to an observation",
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
			"Zap, Wapiti, Nmap EOL and SSLyze from one place",
			"Proof of ownership before anything probes",
			"A kind whose tool is not installed says so, and makes nothing up",
			"Every request names us, and is on record",
		],
		stats: [
			{ label: "kinds of scan in the dashboard", value: "4" },
			{ label: "until ownership has to be shown again", value: "90 d" },
		],
		look: LOOKS.look,
	},
};
