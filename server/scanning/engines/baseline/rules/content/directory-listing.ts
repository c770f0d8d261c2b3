import type { Rule } from "../../rule.ts";
import { atPage } from "../places.ts";

export const directoryListing: Rule<"content"> = {
	meta: {
		id: "directory-listing",
		title: "The server lists the files of a folder",
		severity: "medium",
		cwe: 548,
		why: {
			owner:
				"Anyone can browse the folder like a shelf, and find drafts, backups or exports that were never meant to be public.",
			engineer: "The server generates an index of the directory instead of a page, which shows every file name in it.",
		},
		fix: {
			owner: "Ask your host to switch off directory listings.",
			engineer:
				"Set `Options -Indexes` (Apache) or `autoindex off` (nginx), and put an index page or a 404 in its place.",
		},
	},
	judge({ page, title, text }) {
		const listing =
			/^\s*(?:Index of|Directory listing for|Listing directory) \/?/i.test(title) ||
			/\bDirectory Listing For \[?\//i.test(text);
		if (!listing) return [];
		return [
			{
				location: atPage(page),
				evidence: [{ source: `Title of ${page.url}`, text: title.trim() || "Directory Listing" }],
			},
		];
	},
};
