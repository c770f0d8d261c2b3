type Group = { title: string; links: { to: string; label: string }[] };

/** The footer's links (specification, section 2), by topic. */
export const footerLinks: Group[] = [
	{
		title: "Product",
		links: [
			{ to: "/solutions", label: "Solutions" },
			{ to: "/#document-management", label: "Document management" },
			{ to: "/frameworks", label: "Frameworks" },
			{ to: "/comparison", label: "Comparison" },
			{ to: "/demo", label: "Demo" },
			{ to: "/trial", label: "Trial" },
			{ to: "/contact", label: "Contact" },
		],
	},
	{
		title: "Company",
		links: [
			{ to: "/about", label: "About" },
			{ to: "/careers", label: "Careers" },
			{ to: "/blog", label: "Blog" },
			{ to: "/blog/compliance-automation", label: "Compliance automation" },
			{ to: "/blog/ai-risk-management", label: "AI risk management" },
			{ to: "/blog/all", label: "All posts" },
		],
	},
	{
		title: "Resources",
		links: [
			{ to: "/resources", label: "Resources" },
			{ to: "/webinars", label: "Webinars" },
			{ to: "/guides", label: "Guides" },
			{ to: "/faq", label: "Questions" },
			{ to: "/ndpr", label: "NDPR assessment" },
		],
	},
	{
		title: "Legal",
		links: [
			{ to: "/privacy", label: "Privacy" },
			{ to: "/terms", label: "Terms" },
			{ to: "/cookies", label: "Cookies" },
			{ to: "/security", label: "Security" },
		],
	},
];
