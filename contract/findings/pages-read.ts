import * as z from "zod/mini";
import { counted } from "#contract/format/count.ts";

/** Why a scan stopped reading pages before it had read as many as it may, or all there are. */
const STOPS = ["robots", "busy", "time", "requests"] as const;

/** Which pages of a site a scan read, and how many others the site names. */
export const pagesRead = z.object({
	/** Of all of them, such as `https://example.com`. */
	origin: z.string(),
	/** Paths of the pages that were read to their end, in the order of reading, without ids of sessions and values of queries. Untrusted text. */
	paths: z.array(z.string()),
	/** How many pages the site names in links and in its sitemap, including those that were read. */
	named: z.int(),
	/** There if the site names more than we counted. */
	more: z.optional(z.literal(true)),
	/** How many of them its robots.txt asks robots not to read. */
	ruledOut: z.int(),
	/** How many of them were asked for and gave no page, or one that was not read to its end. */
	unread: z.int(),
	/**
	 * Why it stopped early, if it did. `robots`: robots.txt could not be read. `busy`: the site asked to be left alone. `time`, `requests`:
	 * our own limits.
	 */
	stopped: z.optional(z.enum(STOPS)),
});
export type PagesRead = z.infer<typeof pagesRead>;

/** Whether the site names no page that was not read. */
export const isWhole = ({ paths, named, more }: PagesRead): boolean => !more && paths.length >= named;

const STOPPED: Record<(typeof STOPS)[number], string> = {
	robots: "Its robots.txt could not be read, so no other page was asked for.",
	busy: "Then the site asked to be left alone, so no other page was asked for.",
	time: "Then the time for reading pages was up.",
	requests: "Then our limit of requests for reading pages was used up.",
};

/** How much of the site was read, in sentences. */
export function pagesReadText(pages: PagesRead): string {
	const { paths, named, more, ruledOut, unread, stopped } = pages;
	const read = counted(paths.length, "page");
	const head = !isWhole(pages)
		? `Read ${read} of ${more ? "more than " : ""}${named} that the site names.`
		: paths.length === 1
			? "Read 1 page. The site names no other."
			: `Read ${read}, all that the site names.`;
	return [
		head,
		...(ruledOut > 0 ? [`Its robots.txt asks robots not to read ${ruledOut} of them.`] : []),
		...(unread > 0 ? [`${unread} of them could not be read.`] : []),
		...(stopped ? [STOPPED[stopped]] : []),
	].join(" ");
}
