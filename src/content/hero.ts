/** The landing page's first screen. */
export const hero = {
	headline: ["See what is true.", "Prove it when asked."],
	lead: "A governance, risk and compliance (GRC) platform for high-growth, regulated businesses.",
	invitation:
		"Start with one host. A free vulnerability scan looks at it from outside and writes to you: what it saw, what that means, and how to put it right.",
	terms: "Free. No account, no card.",
	permission: "Only scan what is yours, or what its owner lets you scan.",
} as const;
