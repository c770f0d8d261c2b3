import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import type { Connection } from "./connection.ts";
import type { Issue } from "./issue.ts";
import type { Block, TicketText } from "./text.ts";
import type { Ask } from "./trackers/ask.ts";

/** What every tracker can do. Each call throws a `TrackerFault` if it fails. */
export type TrackerClient = {
	/** Checks whether issues can be created, without creating one. Undefined if they can. */
	check(): Promise<{ problem: TrackerProblem; detail: string } | undefined>;
	/** The issue with this mark, if one was created since. */
	find(mark: string, since: Date): Promise<Issue | undefined>;
	create(text: TicketText, mark: string): Promise<Issue>;
	hasComment(issue: Issue, mark: string, since: Date): Promise<boolean>;
	comment(issue: Issue, blocks: readonly Block[], mark: string): Promise<void>;
	/** `told`: no transition closes it, so a comment says so. An issue that is already closed stays closed. */
	close(issue: Issue): Promise<"closed" | "told">;
	reopen(issue: Issue): Promise<void>;
};

/** Where a tracker's API is, and the headers of its requests. */
export type Reach = { api: string; headers: Record<string, string> };

export type Target = Omit<Connection, "token"> & { token: string };
export type OpenAsk = (reach: Reach) => Ask;

/** The address that a tracker gives for an issue, if it is on the tracker's own host: people open it. */
export function ownAddress(said: string, { url }: Pick<Target, "url">): string {
	const base = new URL(url);
	const address = URL.parse(said);
	return address?.host === base.host && /^https?:$/.test(address.protocol) ? address.href : base.href;
}
