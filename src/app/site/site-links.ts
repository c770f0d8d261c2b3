import { site } from "#src/config/site.ts";

type SiteLink = { to: string; label: string };

/** The header's solutions (specification, section 2): each link selects its solution on the landing page. */
export const solutionLinks: readonly SiteLink[] = [
	{ to: "/#risk-management", label: "Risk Management" },
	{ to: "/#compliance-readiness", label: "Compliance Readiness" },
	{ to: "/#third-party-risk", label: "Third-Party Risk" },
	{ to: "/#incident-management", label: "Incident Management" },
];

export const sectionLinks: readonly SiteLink[] = [
	{ to: `/#why-${site.slug}`, label: `Why ${site.name}` },
	{ to: "/#who-we-serve", label: "Who we serve" },
];

export const WAITLIST = "/#waitlist";
