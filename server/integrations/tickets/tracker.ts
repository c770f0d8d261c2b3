import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import type { Ask } from "./ask.ts";
import type { Connection } from "./connection.ts";
import type { Issue } from "./issue.ts";
import type { Block, TicketText } from "./text.ts";

/** What every tracker can do. Each call throws a `TrackerFault` if the tracker does not do it. */
export type TrackerClient = {
	/** Looks whether issues can be created, without creating one. Undefined if nothing speaks against it. */
	check(): Promise<{ problem: TrackerProblem; detail: string } | undefined>;
	/** The issue that has this mark, if one was created since. */
	find(mark: string, since: Date): Promise<Issue | undefined>;
	create(text: TicketText, mark: string): Promise<Issue>;
	hasComment(issue: Issue, mark: string, since: Date): Promise<boolean>;
	comment(issue: Issue, blocks: readonly Block[], mark: string): Promise<void>;
	/** `told`: there is no step that closes it. One that is closed stays closed. */
	close(issue: Issue): Promise<"closed" | "told">;
	reopen(issue: Issue): Promise<void>;
};

/** Where the API of a tracker is, and what its requests carry. */
export type Reach = { api: string; headers: Record<string, string> };

export type Target = Omit<Connection, "token"> & { token: string };
export type OpenAsk = (reach: Reach) => Ask;

/** What a tracker says an issue’s address is, if that is on its own host: people open it. */
export function ownAddress(said: string, { url }: Pick<Target, "url">): string {
	const base = new URL(url);
	const address = URL.parse(said);
	return address?.host === base.host && /^https?:$/.test(address.protocol) ? address.href : base.href;
}
