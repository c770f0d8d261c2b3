import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const cookies: Document = {
	title: "Cookies and storage",
	description: "The two cookies we set and everything else that our pages keep in your browser.",
	heading: "Two cookies, and why there is no banner",
	lead: "We set no cookie until you sign in. Both that we set then are needed for what you asked for; none follows you anywhere.",
	note: `As of ${site.termsVersion}.`,
	sections: [
		{
			id: "cookies",
			heading: "The cookies",
			blocks: [
				{
					facts: [
						[
							"session",
							"Set when you sign in; it is how the server knows you. Ends after 12 hours without use and after 7 days at most, or 30 days after its last use if you asked to be remembered. Scripts cannot read it.",
						],
						[
							"device",
							"Set when you sign in; kept for a year. It says that this browser has signed in to the account before, so that somebody guessing your password elsewhere cannot lock you out. It opens nothing.",
						],
					],
				},
				"On https both names start with __Host-, which ties them to this one host. Both are random and hold nothing about you.",
			],
		},
		{
			id: "storage",
			heading: "What else your browser keeps",
			blocks: [
				{
					facts: [
						[
							"Local storage",
							"Who is signed in on this device, whether the side bar is open, light or dark if you have chosen, whether you were asked to install the app and what you said, and your answers to the data-protection self-assessment.",
						],
						[
							"IndexedDB",
							"Requests that wait to be sent with their receipts, and for 30 days at most copies of what you have read of your account: scans, findings, assets, reports, schedules and settings. That way, both are available offline. Signing out asks what to do with waiting requests and wipes the copies. Requests you keep then stay here, not encrypted.",
						],
						[
							"Cache of the service worker",
							"The pages themselves, their scripts, fonts and pictures, and whether this device tells you what its outbox has sent. Nothing else about you.",
						],
					],
				},
			],
		},
		{
			id: "others",
			heading: "Other companies",
			blocks: [
				"Our pages load nothing from anybody else. One exception is possible: the operator may set another provider’s questionnaire at [/ndpr](/ndpr). We then ask you before it is opened, and our own form stays beside it.",
			],
		},
		{
			id: "clear",
			heading: "How to clear it all",
			blocks: [
				"Sign out, then delete this site’s data in your browser’s settings. Look at the [outbox](/outbox) first: what still waits there exists on this device only.",
			],
		},
	],
};
