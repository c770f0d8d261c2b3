import type { Document } from "./document.ts";

export const postAutomation: Omit<Document, "title" | "description" | "heading"> = {
	lead: "Automation promises less work before an audit. It keeps that promise only if someone who was not there can follow what the machine did.",
	sections: [
		{
			id: "one-way",
			heading: "Evidence works in one direction",
			blocks: [
				"Suppose that a scan finds a server which still speaks TLS 1.0. That is evidence against a control about the use of cryptography, such as A.8.24 in ISO/IEC 27001:2022, or against CC6.7 in SOC 2 where data is protected in transit. One observation is enough.",
				"Now suppose that it finds none. Has the control been met? No. The control also asks for a policy, for keys, for systems that the scan could not reach. The honest word is “none seen”, and it applies only to the part that was checked, on that day.",
				"So a tool needs three answers, not two: evidence against, none seen, not evaluated. A dashboard that shows green and red has thrown one of them away, and it is always the same one.",
			],
		},
		{
			id: "collect",
			heading: "What can be collected by machine",
			blocks: [
				{
					facts: [
						["Well", "What a host shows the outside: certificates, protocols, headers, cookies, versions, services."],
						["With access", "Accounts, rights, settings of cloud services, whether backups ran."],
						["Badly", "Whether people know a policy, a review was genuine, or a supplier was really assessed."],
						["Not at all", "Whether the scope is right. That is the first thing an auditor will ask."],
					],
				},
			],
		},
		{
			id: "good-evidence",
			heading: "What makes evidence worth showing",
			blocks: [
				{
					list: [
						"A time and a source: when, from where, with which tool in which version.",
						"The words themselves. “The certificate ends on 3 December” with the certificate beside it, not “certificate issue”.",
						"The coverage. What could not be checked, and why.",
						"A trail: who saw it, what was decided, and the scan that shows the fix.",
					],
				},
			],
		},
		{
			id: "frameworks",
			heading: "One scan, several frameworks",
			blocks: [
				"The same fault touches several catalogs. Vulnerability management appears as A.8.8 in ISO/IEC 27001:2022, in CC7.1 of SOC 2 and around requirement 6.3 of PCI DSS. A mapping saves asking the same engineer three times. It does not replace judgment: what counts as timely differs in each of them.",
				"Some requirements cannot be met this way at all. The external scan of PCI DSS 11.3.2 has to come from an approved scanning vendor, no matter who else has scanned.",
			],
		},
		{
			id: "start",
			heading: "A small start",
			blocks: [
				"Choose five public hosts. Scan them on the first of each month and after each major change. For every finding marked high, keep the report from before, the change, and the report from after. In half a year you have a habit with dates, and that is what most auditors are looking for when they ask about vulnerability management.",
			],
		},
	],
	next: { text: "Scan the first of the five", to: "/" },
};
