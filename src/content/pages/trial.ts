import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const trial: Document = {
	title: "30-day free trial",
	description: `Try ${site.name} for 30 days. No credit card, nothing to cancel.`,
	heading: "30 days, no card",
	lead: "Open an account, confirm your address, and everything in the dashboard is yours to try for 30 days.",
	sections: [
		{
			id: "first-hour",
			heading: "A good first hour",
			blocks: [
				{
					facts: [
						["Minutes 0–5", "Register and confirm the code we email you."],
						["Minutes 5–15", "Run a quick check of your public website. Read the findings marked high first."],
						["Minutes 15–30", "Add a host and verify it with a file on it. That unlocks the scans that probe."],
						["Minutes 30–60", "Take one finding, fix it, scan again, and keep both reports as evidence."],
					],
				},
			],
		},
		{
			id: "end",
			heading: "What happens at the end",
			blocks: [
				"We do not have your card, so nothing is charged. If you want to continue, [talk to us](/contact). If not, delete the account in the settings; your scans are deleted with it.",
			],
		},
		{
			id: "without",
			heading: "Without an account",
			blocks: ["The [free scan](/) needs no account at all: a target and an address for the report."],
		},
	],
	next: { text: "Start the trial", to: "/auth/register" },
};
