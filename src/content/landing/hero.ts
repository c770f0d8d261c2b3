/** The landing page's first screen. */
export const hero = {
	headline: ["See what is true.", "Prove it when asked."],
	lead: "A governance, risk and compliance (GRC) platform for high-growth, regulated businesses.",
	invitation:
		"Start with one host. A free vulnerability scan checks it from outside and emails you what it saw, what that means, and how to fix it.",
	terms: "Free. No account, no card.",
	permission: "Only scan what you own or have permission to scan.",
} as const;
