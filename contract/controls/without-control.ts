import type { Finding } from "#contract/findings/findings.ts";

/** A rule as the table of classes names it: a ZAP rule may have a separate number for each thing it checks. */
export const ruleOf = ({ rule }: Pick<Finding, "rule">): string => rule.replace(/^(zap-\d+)-\d+$/, "$1");

const FAULT = "It is a fault of the application, and not yet a weakness.";
const CACHE = "Whether an answer may be stored depends on what it holds, which a scan does not know.";
const HINT = "It is a hint for those who test by hand. If input can do harm there, other rules say so.";
const NUMBER = "It is only text that looks like data of this kind, and says nothing by itself.";

/** Rules whose findings count against no control, and why. */
export const WITHOUT_CONTROL: Readonly<Record<string, string>> = {
	"cross-origin-policies-missing": "They are a good habit, and leaving them out is not a weakness.",
	"dns-no-mta-sts": "It is good to have. Whether email to you is encrypted without it, a scan of DNS does not know.",
	"dns-no-tls-rpt": "It is good to have, and only asks others for reports.",
	"permissions-policy-missing": "It is a good habit, and leaving it out is not a weakness.",
	"software-behind-latest": "Releases that are still supported get security fixes.",
	"software-support-unknown": "We do not know whether this software is supported.",
	"tls-browsers-refused": "It keeps visitors out, and is not a weakness.",
	"tls-1-3-missing": "TLS 1.2 is still safe.",
	"wapiti-other": "We do not know this category of Wapiti yet.",
	"wapiti-server-error": FAULT,
	"wapiti-slow-answer": FAULT,
	"zap-10015": CACHE,
	"zap-10017": "Scripts from other sites are common. Whether they are protected against change is another rule.",
	"zap-10027": "It is a word in a comment. Only a person can tell whether it gives anything away.",
	"zap-10029": HINT,
	"zap-10030": HINT,
	"zap-10031": HINT,
	"zap-10032": "This rule covers several things, from a version to a missing signature.",
	"zap-10043": HINT,
	"zap-10044": "A redirect with a long body may give something away. Only a person can tell.",
	"zap-10050": CACHE,
	"zap-10057": NUMBER,
	"zap-10058": "A form that also works as a link is not a weakness. What it lacks against misuse is another rule.",
	"zap-10062": NUMBER,
	"zap-10096": NUMBER,
	"zap-10097": NUMBER,
	"zap-10098": "Whether other sites may read an answer depends on what it holds, which a scan does not know.",
	"zap-10108": "Browsers protect against it by default.",
	"zap-10109": "It says how the site is built.",
	"zap-10116": "It is about the scanner, and not about your site.",
	"zap-40008": FAULT,
	"zap-90011": "It is a mistake in naming the character set, and rarely a weakness.",
};

/** Why a rule's findings count against no control, in a sentence; undefined for a rule that may be in the table of classes. */
export const whyWithoutControl = (rule: string): string | undefined => WITHOUT_CONTROL[ruleOf({ rule })];
