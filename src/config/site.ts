/**
 * The names of the product and its maker. Plain data for the pages, the prerenderer and the server's emails and reports: it must not
 * import anything.
 */
export const site = {
	/** The product's working name. Changing it here changes it everywhere. */
	name: "Plumbline",
	/** The name as an id and anchor: lower case, hyphens. */
	slug: "plumbline",
	tagline: "AI-driven governance, risk and compliance for high-growth, regulated businesses",
	description:
		"Plumbline is an AI-driven governance, risk and compliance (GRC) platform for high-growth, regulated businesses. Start with a free vulnerability scan and a report in your mailbox.",
	/** Email address and phone number in the footer and in emails. The operator must confirm them. */
	email: "hello@plumbline.example",
	phone: "+1 555 010 0140",
	/** Profiles on other sites, linked in the footer. These are examples for the operator to replace. Leave it empty for none. */
	social: [
		{ name: "LinkedIn", url: "https://linkedin.plumbline.example/" },
		{ name: "Mastodon", url: "https://mastodon.plumbline.example/" },
	],
	/**
	 * The waiting list on the landing page, as specified: a number that grows by a rule, and a note with made-up names. Switch off what
	 * you do not want to show.
	 */
	waitlist: { count: true, joins: true },
	/** Date of the terms at /terms that people agree to when they register. */
	termsVersion: "2026-11-22",
} as const;
