import { type SolutionId, solutions } from "../landing/solutions.ts";
import type { Document } from "./document.ts";

type Entry = Pick<Document, "heading" | "lead"> & {
	/** Why it exists, what works today, and what it doesn't do. */
	problem: string;
	how: readonly string[];
	today: string;
	limits: string;
};

const documentOf = (id: SolutionId, { problem, how, today, limits, ...head }: Entry): Document => ({
	title: solutions[id].name,
	description: solutions[id].description,
	...head,
	sections: [
		{ id: "problem", heading: "The problem", blocks: [problem] },
		{ id: "how", heading: "How to go about it", blocks: [{ list: how }] },
		{ id: "today", heading: "What you can use today", blocks: [today] },
		{ id: "limits", heading: "What it does not do", blocks: [limits] },
	],
	next: { text: "See it in 30 minutes", to: "/demo" },
});

/** The solutions' own pages, by id. Each says what works today. */
export const solutionPages: Record<SolutionId, Document> = {
	"risk-management": documentOf("risk-management", {
		heading: "Risk management that starts with what can be seen",
		lead: "A risk without evidence is an opinion. Start with what your hosts show to everyone.",
		problem:
			"Most registers are filled in a workshop and read a year later. Nothing in them says what has changed since, and the technical risks in them were guessed by people who had no time to look.",
		how: [
			"Scan what is public, and let the findings suggest the lines of the register.",
			"Give each line an owner who can say yes or no to it.",
			"Write down the decision with its date: fix, accept, transfer or avoid.",
			"Scan again. A risk that was fixed has a report from before and one from after.",
		],
		today:
			"[Findings](/dashboard/vulnerabilities) in four severities, each with its evidence and the controls it is evidence against. You can accept a risk with a reason and a last day, after which it is open again. Grades you can recalculate yourself, and a list of all scans over time.",
		limits: "It does not put a likelihood on a risk, and it accepts none for you. People make those decisions.",
	}),
	"compliance-readiness": documentOf("compliance-readiness", {
		heading: "Ready means no surprises in the audit",
		lead: "Find the evidence against you before someone else does, for SOC 2, ISO 27001, HIPAA, PCI DSS and data-protection law.",
		problem:
			"The expensive findings of an audit are the ones anyone could have seen: an old protocol, an expired certificate, a service that should not have been public.",
		how: [
			"Scan each public host, and ask of each finding which controls it is evidence against. Old encryption, for example, is evidence against A.8.24 in ISO/IEC 27001:2022 and CC6.7 in SOC 2.",
			"Sort by control and not by tool: one fix often serves several frameworks.",
			"Keep the list of what was not evaluated; it is what you have to show by other means.",
			"Repeat at a fixed interval: auditors look for a habit.",
		],
		today:
			"[Choose frameworks](/dashboard/compliance) and get controls with their tests. Each finished scan records a run, evidence and, if it fails, a task. Decide what applies and export the statement of applicability as PDF, CSV or XLSX. [All frameworks](/frameworks), each with its date. For Nigeria there is a [self-assessment](/ndpr) under the NDPA 2023 and GAID 2025; the NDPR ceased on 19 September 2025.",
		limits:
			"Nothing here shows that you comply. A control has one of five standings: evidence against, stale, none seen, covered by evidence, or not evaluated.",
	}),
	"third-party-risk": documentOf("third-party-risk", {
		heading: "Ask suppliers about what can be seen",
		lead: "A questionnaire tells you what a supplier says. Their public hosts tell you something too.",
		problem:
			"Two hundred questions go out, two hundred “yes” answers come back, and no one has time to doubt a single one.",
		how: [
			"Ask the supplier to allow the scan. It is a small request, and the answer tells you something.",
			"Run the passive scan on the hosts that handle your data.",
			"Ask about the findings. “Why does this host still speak TLS 1.0?” gets a better answer than “Do you encrypt?”",
			"Do it again before the contract is renewed.",
		],
		today:
			"Passive scans of hosts whose owner allows it, in lists with a client and a note for each, even collected without a signal. [Assets](/dashboard/assets) shows each host with its open findings and what was last checked, and a [schedule](/dashboard/scans?tab=scheduled) repeats the scan.",
		limits:
			"Scans that probe run only on hosts whose ownership is proven, so a supplier has to start those. A public host says little about what happens inside.",
	}),
	"incident-management": documentOf("incident-management", {
		heading: "An incident is a bad day to look for a phone number",
		lead: "Prepare the few things you will need, and know which deadlines are running.",
		problem:
			"Authorities count in hours: 72 for a personal-data breach under the GDPR, and 72 under Nigeria’s NDPA 2023. Most of that time goes into finding out what is affected.",
		how: [
			"Keep a list of your public hosts and who is responsible for each.",
			"Keep old reports: then “when was this port last closed?” has an answer.",
			"Write the first message to customers on a calm day.",
			"Afterward, scan again and keep the report with the incident’s record.",
		],
		today:
			"[Your hosts](/dashboard/assets) in one list, a dated record of [what each scan showed](/dashboard/scans?tab=history), quick checks from a phone, and live progress while a scan runs. What has to be done afterward becomes a [task](/dashboard/tasks) with an owner and a due day, and a [report](/dashboard/reports) puts what happened, in your words, beside what scans of that time saw.",
		limits: "It does not watch your systems around the clock and it reports nothing to an authority for you.",
	}),
	"document-management": documentOf("document-management", {
		heading: "Evidence that is still worth something in a year",
		lead: "A document counts if it says when, where and by whom it was made, and if no one could change it unnoticed.",
		problem:
			"The screenshot is called “final2.png”, it shows a green light, and no one knows whose. Most evidence ends like that.",
		how: [
			"Keep observations and explanations apart.",
			"Name the source and the time in the document itself, not in its file name.",
			"Keep before, change and after together.",
			"Decide how long each kind is kept, and delete what has expired.",
		],
		today:
			"[Evidence](/dashboard/evidence) of every kind in one place: scans, reports, files, photos, links and notes, each with its period, its last day, its review and its custody list. For an auditor there is one bundle with a list of hashes, or a link with an end day.",
		limits: "It does not write policies, and it does not replace a retention schedule.",
	}),
	"automated-workflow": documentOf("automated-workflow", {
		heading: "Automate what is the same each time",
		lead: "Collecting, repeating, reminding: yes. Deciding: no.",
		problem:
			"The work before an audit is the same each quarter, and it is done by hand because no one trusts a machine that cannot show what it did.",
		how: [
			"Start with one task that has a clear result, such as the monthly scan of five hosts.",
			"Let each step leave a trace with a time.",
			"Make failures loud: a step that did not run must not look like one that found nothing.",
			"Leave approvals with people.",
		],
		today:
			"[Schedules](/dashboard/scans?tab=scheduled) that repeat scans. Each scan tests your controls, and what fails becomes a [task](/dashboard/tasks). Many targets at once by paste or file, not-before and not-after times, sending that resumes by itself after a lost connection, and an [API](/api/v1/docs/) for your own programs.",
		limits: "It closes no tickets and approves nothing.",
	}),
	"automated-questionnaires": documentOf("automated-questionnaires", {
		heading: "Answer it once, and know why it was asked",
		lead: "Customers, auditors and authorities ask the same things in different words.",
		problem:
			"Each questionnaire is answered from memory, by anyone who has time, and no two answers from one company agree.",
		how: [
			"Write one answer per subject, with its owner and the date it was last true.",
			"Put the provision beside the question, so that it is clear what is being asked.",
			"Say “partly” where it is partly: that answer leads to work.",
			"Let scans contradict you before a customer does.",
		],
		today:
			"A [self-assessment](/ndpr) of data protection under Nigeria’s NDPA 2023 and GAID 2025. Each question names its provision, drafts work offline, and answers stay on your device. A [control](/dashboard/controls) can have a checklist of its own, whose answers are kept with their date and the person who gave them.",
		limits: "It does not send answers in your name. A responsible person should read each one first.",
	}),
	"compliance-document-generator": documentOf("compliance-document-generator", {
		heading: "Documents made from what was observed",
		lead: "It is easy to generate a policy. It is harder to write one that is true of your company.",
		problem:
			"Generated policies promise things that no one does. In an audit, each sentence of such a document is a commitment you made.",
		how: [
			"Generate from facts: what was scanned, when, and with which result.",
			"Keep each sentence traceable to an observation or a decision.",
			"Have it read by someone who will be held to it.",
			"Put a date on it, and the date of the next review.",
		],
		today:
			"A report of each scan, on a page and by email, with coverage, findings and evidence, ready to print. [Reports](/dashboard/reports) about many hosts at once, and a statement of applicability made from your [decisions](/dashboard/compliance).",
		limits: "It writes no legal documents and gives no legal advice.",
	}),
	"control-testing-suite": documentOf("control-testing-suite", {
		heading: "Test controls, and say what was not tested",
		lead: "A control that has never been tested is a wish.",
		problem: "Controls are tested once a year on a sample. In the eleven months between, no one knows.",
		how: [
			"Choose the controls that can be contradicted from outside: encryption, configuration, supported versions, exposed services.",
			"Test them with tools that others can run too.",
			"Verify that a host is yours before you probe it.",
			"Read the coverage before the grade.",
		],
		today:
			"[Controls](/dashboard/controls) with tests by scan, checklist, document and statement, each with its cadence. Zap, Wapiti, Nmap and SSLyze scans are test runs by themselves, and a schedule repeats them. Choose two days to see how a control operated: what was due, what ran, what failed and how fast it was fixed.",
		limits:
			"It is not a penetration test, and not an approved external scan under PCI DSS 11.3.2. It tests what it can reach from where it runs.",
	}),
};
