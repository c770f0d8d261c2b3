import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { WebhookEventType, WebhookFacts } from "#contract/webhooks/events.ts";
import type { Executor } from "#server/platform/db/pool.ts";

/** An event for webhooks. */
export type Happened = {
	[T in WebhookEventType]: {
		type: T;
		/** What identifies the event, however often it is noticed. */
		key: string;
		data: WebhookFacts[T];
		/** The path of the screen that shows it, below the dashboard. */
		screen: string;
	};
}[WebhookEventType];

/** Writes a message for each webhook that wants it, in the event's own transaction. */
export async function announce(
	client: Executor,
	{ workspaceId, clientId, at }: { workspaceId: WorkspaceId; clientId: ClientId; at: Date },
	events: readonly Happened[],
): Promise<void> {
	if (events.length === 0) return;
	await client.query("SELECT announce_webhooks($1, $2, $3, $4)", [workspaceId, clientId, at, JSON.stringify(events)]);
}
