/** One reading of what a free scan asks for, sends and keeps. The numbers are the server's own limits. */
export type ScanStep = {
	/** A number, as an instrument shows it: the unit stands small and raised, the label below. */
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
		title: "You give a target and an e-mail address",
		text: "Both are saved on your device before anything is sent. With no signal they wait there, and go out once when it returns. You can close the page.",
	},
	{
		reading: "20",
		unit: "at most",
		label: "TLS handshakes",
		title: "We look from outside, and change nothing",
		text: "DNS records, handshakes, and the front page, on ports 80, 443, 8080 and 8443. No passwords are tried, no forms are filled in, nothing is attacked. Every web request names us.",
	},
	{
		reading: "1",
		unit: "",
		label: "mail to you",
		title: "You get the report by mail",
		text: "A summary and a private link. Behind it: a grade, each finding with the evidence for it, and how to fix it, told once for the owner and once for the engineer. What could not be looked at is said too, and if the scan fails, the mail says why.",
	},
	{
		reading: "30",
		unit: "days",
		label: "until it is deleted",
		title: "Then it is gone",
		text: "The link ends after 30 days, and the report and your address are deleted. The report has a button that deletes it at once. Your address gets no other mail from us.",
	},
];
