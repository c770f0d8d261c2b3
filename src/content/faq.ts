import { retentionDays } from "./retention-days.ts";

type Question = { question: string; answer: string };

export const faq: Question[] = [
	{
		question: "What does the free scan look at?",
		answer:
			"The host’s DNS names, certificate, encryption, headers, cookies, front page, and up to nine other pages that the site links to or lists in its sitemap, much as a visitor’s browser sees them. It obeys robots.txt, sends no attacks and does not sweep ports.",
	},
	{
		question: "Can I scan a site that is not mine?",
		answer:
			"Only if its owner has agreed. That applies to the free scan too, although it is passive. Scans that probe need proof that the host is yours.",
	},
	{
		question: "How long does it take?",
		answer:
			"The free scan usually takes a minute or two. You get the report by email, with a link. Scans with other tools take longer, and the dashboard shows their progress.",
	},
	{
		question: "I was offline when I asked for a scan. Is it lost?",
		answer:
			"No. It is saved on your device and sent once when you are back online, even if you press the button again. The outbox shows what is waiting.",
	},
	{
		question: "Does a clean report mean that we comply?",
		answer:
			"No. For each control, a report can say one of three things: evidence against, none seen, or not evaluated. “None seen” means that we looked and found nothing against it. Whether a control is met is for you and your auditor to decide.",
	},
	{
		question: "Can I use the report for PCI DSS?",
		answer:
			"As supporting evidence of your own scanning, yes. It is not the external scan by an approved scanning vendor that requirement 11.3.2 asks for.",
	},
	{
		question: "Does the NDPR still apply in Nigeria?",
		answer:
			"No. It stopped applying on 19 September 2025. The Nigeria Data Protection Act 2023 applies, with its General Application and Implementation Directive of 2025. Our self-assessment follows these two.",
	},
	{
		question: "A finding is wrong. What now?",
		answer:
			"Look at the evidence beside it first: it is word for word what your host said. Versions in particular can mislead, because distributions patch old versions without changing the number. If it is still wrong, write to us.",
	},
	{
		question: "How long do you keep a free scan?",
		answer: `${retentionDays} days. Then the target, your email address and the report are deleted.`,
	},
	{
		question: "What does the trial cost afterwards?",
		answer:
			"Nothing happens automatically: the 30-day trial needs no card. If you want to continue, we agree on a price.",
	},
];
