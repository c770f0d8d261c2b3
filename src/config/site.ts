/**
 * Everything that names the product and its maker, in one place. Plain data, read by the page, by the prerenderer and by
 * the server's mails and reports: it may import nothing.
 */
export const site = {
	/** The product's working name. Changing it here changes it everywhere. */
	name: "Plumbline",
	/** The name as an id and anchor: lower case, hyphens. */
	slug: "plumbline",
	tagline: "AI-driven governance, risk and compliance for high-growth, regulated businesses",
	description:
		"Plumbline is an AI-driven governance, risk and compliance (GRC) platform for high-growth, regulated businesses. Start with a free vulnerability scan and a report in your mailbox.",
	/** Mailbox and phone shown in the footer and on mails. The operator's to confirm. */
	email: "hello@plumbline.example",
	phone: "+1 555 010 0140",
	/** Profiles elsewhere, linked in the footer. The operator's to confirm: addresses here are examples. None: leave it empty. */
	social: [
		{ name: "LinkedIn", url: "https://linkedin.plumbline.example/" },
		{ name: "Mastodon", url: "https://mastodon.plumbline.example/" },
	],
	/**
	 * The waiting list on the first page, as the specification has it: a number that grows by a rule, and a note with names
	 * that are made up. Switch off what you do not want to answer for.
	 */
	waitlist: { count: true, joins: true },
	/** Date of the terms that a registration agrees to, as they stand at /terms. */
	termsVersion: "2026-11-22",
} as const;
