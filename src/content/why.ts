import { type ClaimName, frameworks } from "#src/config/claims.ts";

type Reason = {
	/** Its mark on the scale: a word. */
	mark: string;
	title: string;
	text: string;
	/** Figures beside it, as far as the site claims them. */
	claims: readonly ClaimName[];
	/** Names below it. */
	names?: readonly string[];
	note?: string;
};

/** Why one would choose the product: five, shown in turn. */
export const reasons: readonly Reason[] = [
	{
		mark: "Frameworks",
		title: "One record for every framework",
		text: "A fault is observed once. Beside it stand the controls it speaks against, so that the same evidence answers an auditor, a customer and an authority.",
		claims: ["frameworks"],
		names: frameworks,
		note: "NDPR is the name people still use. In force in Nigeria are the NDPA 2023 and GAID 2025.",
	},
	{
		mark: "Time",
		title: "At work within days",
		text: "There is nothing to install on your servers and nobody to wait for. The first scan needs an address, the account needs a code from your mailbox.",
		claims: ["implementation", "compliance"],
	},
	{
		mark: "Work",
		title: "Less work by hand",
		text: "Targets go in by the list, requests send themselves, and evidence arrives with its time and its source. What is left is judgment, and that stays yours.",
		claims: ["manualWork"],
	},
	{
		mark: "Size",
		title: "The same at any size",
		text: "From the first host to many clients: lists of thousands stay quick, and each scan keeps its owner, its hours and its coverage.",
		claims: ["scale", "companies"],
	},
	{
		mark: "Trial",
		title: "Nothing to lose by looking",
		text: "Open an account and use all of it. If it is not for you, delete it in the settings. Nobody has to be called.",
		claims: ["trial"],
	},
];
