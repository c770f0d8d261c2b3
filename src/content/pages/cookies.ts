import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const cookies: Document = {
	title: "Cookies and storage",
	description: "The cookies we set and everything else that our pages keep in your browser.",
	heading: "Few cookies, and why there is no banner",
	lead: "We set no cookie until you sign in, or answer questions through a link. Those we set then are needed for what you asked for, and none follows you anywhere.",
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
							"Set when you sign in, so that the server recognizes you. It ends after 12 hours without use and after 7 days at most, or 30 days after its last use if you asked to be remembered. Scripts cannot read it.",
						],
						[
							"device",
							"Set when you sign in; kept for a year. It says that this browser has signed in to the account before, so that someone guessing your password elsewhere cannot lock you out. It gives no access.",
						],
						[
							"respond-…",
							"Set when you answer questions through a link and enter the code from your mailbox: one for each link, until its last day. It is sent with answers alone. “Done on this device” removes it. Scripts cannot read it.",
						],
					],
				},
				"On https the first two names start with __Host-, which ties them to this one host, and the third with __Secure-. All are random and hold nothing about you.",
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
							"Who is signed in on this device, whether the sidebar is open, light or dark if you chose one, whether you were asked to install the app and what you answered, and your answers to the data-protection self-assessment.",
						],
						[
							"IndexedDB",
							"Requests waiting to be sent, with their receipts, photos and files you added as evidence and have not saved yet, and for at most 30 days copies of the account data you have viewed: scans, findings, assets, reports, schedules and settings. That way, both are available offline. If you answer questions through a link, the questions and your answers, until the link ends or you choose “Done on this device”. Signing out asks what to do with waiting requests and deletes the copies. Requests you keep stay here, unencrypted unless they are sealed.",
						],
						[
							"Service worker cache",
							"The pages themselves, their scripts, fonts and pictures, and whether this device notifies you when its outbox has sent something. Nothing else about you.",
						],
					],
				},
			],
		},
		{
			id: "others",
			heading: "Other companies",
			blocks: [
				"Our pages load nothing from other companies. One exception is possible: the operator may embed another provider’s questionnaire at [/ndpr](/ndpr). We then ask you before we open it, and our own form stays available.",
			],
		},
		{
			id: "clear",
			heading: "How to clear it all",
			blocks: [
				"Sign out, then delete this site’s data in your browser’s settings. Check the [outbox](/outbox) first: what is still waiting there exists only on this device.",
			],
		},
	],
};
