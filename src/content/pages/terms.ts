import { site } from "#src/config/site.ts";
import { retentionDays } from "../retention-days.ts";
import type { Document } from "./document.ts";

export const terms: Document = {
	title: "Terms",
	description: `What you and we agree on when you use ${site.name}: what may be scanned, what a report is, how it ends.`,
	heading: "Terms of use",
	lead: "What you and we agree on, in a text you can read in five minutes.",
	note: `Version of ${site.termsVersion}. An account agrees to the version shown here on the day it is opened.`,
	sections: [
		{
			id: "service",
			heading: "What you get",
			blocks: [
				`${site.name} looks at websites and hosts from outside, records what it saw, and says what it means and how to fix it. Anyone may use the free scan. The four kinds of scan in the dashboard need an account.`,
				"The 30-day trial is free and asks for no card. It does not turn into a paid plan by itself.",
			],
		},
		{
			id: "permission",
			heading: "What you may scan",
			blocks: [
				"Scan only what you own, or what its owner has allowed you to scan. By starting a scan you confirm this; the start of each scan is recorded with its time.",
				"The free scan is passive: it looks up names, opens encrypted connections and reads a page as any visitor would. Scans that probe run only on hosts that are verified as yours, with a file on the server that is scanned. We check that file again each time.",
				"Do not use us to find a way into someone else’s systems, to overload a host, or to send email to people who did not ask for it. We stop scans and close accounts that do.",
			],
		},
		{
			id: "reports",
			heading: "What a report is",
			blocks: [
				"A report says what was seen at one time from one place. For each control it says one of three things: evidence against, none seen, or not evaluated. None of them says that a control is met or that you comply with a law or a standard. Only you, your auditor or an authority can come to that conclusion.",
				"A finding can be wrong. A patched system may still carry an old version number; a host may answer us differently from others. Each finding comes with its evidence so that you can check it.",
				"Nothing here is legal advice.",
			],
		},
		{
			id: "account",
			heading: "Your account",
			blocks: [
				"Keep your password to yourself, and use an email address that reaches you. You can see and end your sessions, and delete the account with everything in it, in the settings. No notice period applies.",
				`What you enter stays yours. You allow us to store and process it in order to run the service. The [privacy notice](/privacy) says how long each thing is kept; scans without an account, for example, are deleted after ${retentionDays} days.`,
			],
		},
		{
			id: "limits",
			heading: "Limits and failures",
			blocks: [
				"The number of scans per person, per mailbox and per host is limited, so that no one is flooded. A scan that could not be finished is called failed or incomplete, never clean.",
				"We work to keep the service up, but promise no uptime figure here. A request you saved while offline waits on your device until we confirm that we have it; if you clear that device’s storage before then, it is gone.",
				"We are liable for damage that we cause by intent or gross negligence, and where the law does not allow it to be excluded.",
			],
		},
		{
			id: "changes",
			heading: "Changes",
			blocks: [
				"A new version has a new date and is published here. If it takes something away from you, we email account holders at least 30 days before it takes effect.",
				`Questions: [${site.email}](mailto:${site.email}).`,
			],
		},
	],
};
