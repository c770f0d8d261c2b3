import { counted } from "#contract/format/count.ts";
import type { ScanStatus } from "#contract/scans/scans.ts";
import type { SentItem } from "./findings.ts";

/** Stands for what was sent and is not listed, once for each tool that sent more than is kept. */
export const unlistedItem = (count: number, at: string, address: string): SentItem => ({
	at,
	what: `${count} more requests`,
	address,
	outcome: "not listed",
});

/** What was sent, without the items that stand for others, and how much it was in all. */
export function readSent(sent: readonly SentItem[]): { listed: SentItem[]; total: number } {
	const listed = sent.filter((item) => unlistedIn(item) === 0);
	return { listed, total: listed.length + sent.reduce((sum, item) => sum + unlistedIn(item), 0) };
}

const unlistedIn = ({ what, outcome }: SentItem): number =>
	outcome === "not listed" ? Number(/^(\d{1,12}) more requests$/.exec(what)?.[1] ?? 0) : 0;

/** How much was sent, as a sentence above the list. Some tools say it only when they end. */
export function sentText(sent: readonly SentItem[], status: ScanStatus): string {
	const { listed, total } = readSent(sent);
	if (total === 0) {
		if (status === "pending") return "Nothing so far.";
		return status === "running" ? "It is listed here when the scan has ended." : "Nothing.";
	}
	const all = counted(total, "request or connection", "requests and connections");
	if (total > listed.length) return `${all}, of which the first ${listed.length.toLocaleString("en")} are listed.`;
	return total === 1 ? `${all}.` : `${all}, in order.`;
}
