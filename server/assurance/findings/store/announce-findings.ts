import type { Severity } from "#contract/findings/severity.ts";
import type { ScanId } from "#contract/ids.ts";
import { announce, type Happened } from "#server/integrations/webhooks/store/announce.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRows, text } from "#server/platform/db/rows.ts";
import type { Change } from "../track.ts";

const EVENT_OF = {
	new: "finding.opened",
	reopened: "finding.opened",
	worse: "finding.worsened",
	fixed: "finding.fixed",
} as const satisfies Record<Change, string>;

type Changes = {
	scanId: ScanId;
	/** The host that was scanned. */
	host: string;
	changes: readonly { fingerprint: string; what: Change; severity: Severity }[];
};

/** Announces what a scan changed about findings. Informational ones are not news. */
export async function announceFindings(
	client: Executor,
	place: Parameters<typeof announce>[1],
	{ scanId, host, changes }: Changes,
): Promise<void> {
	const news = changes.filter(({ severity }) => severity !== "none");
	if (news.length === 0) return;
	const titles = await readRows(
		client,
		{ fingerprint: text, title: text },
		`SELECT fingerprint, title FROM findings WHERE account_id = $1 AND fingerprint = ANY ($2)
		   AND EXISTS (SELECT FROM webhooks WHERE workspace_id = $1 AND active)`,
		[place.workspaceId, news.map(({ fingerprint }) => fingerprint)],
	);
	const titleOf = new Map(titles.map(({ fingerprint, title }) => [fingerprint, title]));
	const events = news.flatMap(({ fingerprint, what, severity }): Happened[] => {
		const title = titleOf.get(fingerprint);
		if (title === undefined) return [];
		const type = EVENT_OF[what];
		const data = { fingerprint, title, severity, host, scanId };
		const known = { key: `${type} ${fingerprint} ${scanId}`, screen: `vulnerabilities/${fingerprint}` };
		return type === "finding.opened"
			? [{ ...known, type, data: { ...data, reopened: what === "reopened" } }]
			: [{ ...known, type, data }];
	});
	await announce(client, place, events);
}
