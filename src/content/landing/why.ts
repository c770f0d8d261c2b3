import { type ClaimName, frameworks } from "#src/config/claims.ts";

type Reason = {
	/** Its mark on the scale, as one word. */
	mark: string;
	title: string;
	text: string;
	/** Figures beside it, if the site shows them. */
	claims: readonly ClaimName[];
	/** Names below it. */
	names?: readonly string[];
	note?: string;
};

/** Five reasons to choose the product, shown in turn. */
export const reasons: readonly Reason[] = [
	{
		mark: "Frameworks",
		title: "One record for every framework",
		text: "A fault is recorded once, with the controls it is evidence against. The same evidence then answers an auditor, a customer and a regulator.",
		claims: ["frameworks"],
		names: frameworks,
		note: "NDPR is the name people still use. The law in force in Nigeria is the NDPA 2023 with the GAID 2025.",
	},
	{
		mark: "Time",
		title: "Up and running within days",
		text: "There is nothing to install on your servers and no one to wait for. The first scan needs an email address, and an account needs a code from your inbox.",
		claims: ["implementation", "compliance"],
	},
	{
		mark: "Work",
		title: "Less manual work",
		text: "You add targets as a list, requests send themselves, and evidence comes with its time and source. What is left is judgment, and that stays yours.",
		claims: ["manualWork"],
	},
	{
		mark: "Size",
		title: "The same at any size",
		text: "From the first host to many clients: lists of thousands stay fast, and each scan keeps its owner, its hours and its coverage.",
		claims: ["scale", "companies"],
	},
	{
		mark: "Trial",
		title: "Nothing to lose by looking",
		text: "Open an account and use everything. If it is not for you, delete it in the settings. No phone call needed.",
		claims: ["trial"],
	},
];
