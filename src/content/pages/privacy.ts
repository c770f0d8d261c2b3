import { ENDED_LINK_DAYS, MESSAGE_DAYS } from "#src/config/retention.ts";
import { site } from "#src/config/site.ts";
import { retentionDays } from "../retention-days.ts";
import type { Document } from "./document.ts";

export const privacy: Document = {
	title: "Privacy notice",
	description: "Which personal data we hold, why, for how long, and how to have it corrected or deleted.",
	heading: "What we know about you, and for how long",
	lead: "As little as the service needs. No analytics, no advertising, no scripts from other companies on our own pages.",
	note: `As of ${site.termsVersion}.`,
	sections: [
		{
			id: "what",
			heading: "What we hold, why, and until when",
			blocks: [
				{
					facts: [
						[
							"Free scan",
							`The target, your email address and the report: to make the report and send it to you. Deleted after ${retentionDays} days.`,
						],
						[
							"Account",
							"Name, company, email address, a hash of your password, your sessions, the scans you started, what they found and what you decided about it, your assets, schedules and reports, and the links you share them with: to give you the dashboard. Until you delete the account; you can export all of it as a file.",
						],
						[
							"Answers through a link",
							`If a workspace asks you to answer questions: the name and email address that its member gave for you, codes and sessions, and what you answer, for that workspace. The address is deleted ${ENDED_LINK_DAYS} days after the link has ended; your answers and your name beside them stay with the workspace.`,
						],
						["Raw tool output", `What a scan tool printed, to check its findings. ${retentionDays} days.`],
						[
							"Notifications",
							"If you turn them on: the address your browser’s vendor assigns to your device, its keys, and what you want to hear about. Until you turn them off or sign out on that device.",
						],
						["Messages and demo requests", `What you wrote and the address you gave: to answer. ${MESSAGE_DAYS} days.`],
						[
							"Newsletter and waiting list",
							`Your email address, once you have confirmed it from an email. Until you unsubscribe; unconfirmed addresses are deleted after ${retentionDays} days.`,
						],
						[
							"Audit trail",
							"That a scan was started and ended, with a hash of a visitor’s target: to answer people whose hosts were scanned. The network address beside it is removed after 7 days; the entry itself stays.",
						],
						[
							"Audit log of a workspace",
							"Who did what in it, with names as they were then, and when its members signed in, on what kind of device: to answer who changed something. As long as the workspace exists.",
						],
						[
							"“This was not me”",
							"A hash of your email address, if you asked us not to email it again. It stays, because it is how we keep that promise.",
						],
					],
				},
			],
		},
		{
			id: "basis",
			heading: "Why we may use it",
			blocks: [
				"For scans, accounts, messages and demos: because you asked us for them. For newsletters: because you agreed, and every email lets you withdraw as easily as you agreed. For limits against misuse and the audit trail: because we have a legitimate interest in not being misused against others.",
				"These are the terms of the GDPR. They have counterparts in Nigeria’s Data Protection Act 2023, which applies there together with its General Application and Implementation Directive of 2025: the older NDPR ceased to have effect on 19 September 2025.",
			],
		},
		{
			id: "device",
			heading: "What stays on your device",
			blocks: [
				"Requests waiting for a connection, copies of the account data you have viewed, and your answers to the self-assessment are in your browser’s own storage. The answers to the self-assessment are never sent to us. The [page on cookies](/cookies) lists all of it.",
			],
		},
		{
			id: "others",
			heading: "Who else sees it",
			blocks: [
				"The people who run this installation, its host and its email provider, each only as far as their work requires. We sell nothing and share nothing for advertising.",
				"If you turn notifications on, your browser’s vendor delivers them. They are encrypted for your device: the vendor sees when one arrives, but not what it says.",
				"The owner of a host we scan sees our server’s address and our name in their log, not yours.",
			],
		},
		{
			id: "rights",
			heading: "What you can ask for",
			blocks: [
				"A copy of what we hold, its correction or deletion, a limit on its use, your data in a portable form, and an end to any use you object to. Account holders can do most of this in the settings.",
				`Write to [${site.email}](mailto:${site.email}). You may also complain to the data-protection authority of the country you live in.`,
			],
		},
	],
};
