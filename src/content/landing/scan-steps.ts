/** One figure about what a free scan needs, sends, or keeps. The numbers are the server's own limits. */
export type ScanStep = {
	/** A number as an instrument shows it: the unit is small and raised, and the label is below. */
	reading: string;
	unit: string;
	label: string;
	title: string;
	text: string;
};

export const scanSteps: readonly ScanStep[] = [
	{
		reading: "2",
		unit: "",
		label: "facts from you",
		title: "You give a target and an email address",
		text: "Both are saved on your device before anything is sent. Without a signal they wait there and are sent once when it returns. You can close the page.",
	},
	{
		reading: "60",
		unit: "at most",
		label: "TLS handshakes",
		title: "We look from outside, and change nothing",
		text: "DNS records, handshakes, the front page, and up to nine pages that it leads to, on ports 80, 443, 8080 and 8443. No passwords are tried, no forms are filled in, nothing is attacked. Every web request names us.",
	},
	{
		reading: "1",
		unit: "",
		label: "email to you",
		title: "You get the report by email",
		text: "A summary and a private link to the full report: a grade, and each finding with its evidence and how to fix it, explained once for the owner and once for the engineer. The report also lists what could not be checked. If the scan fails, the email says why.",
	},
	{
		reading: "30",
		unit: "days",
		label: "until it is deleted",
		title: "Then it is gone",
		text: "The link expires after 30 days, and the report and your address are deleted. The report has a button that deletes it at once. You get no other email from us.",
	},
];
