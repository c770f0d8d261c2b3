import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { WebhookEventType, WebhookFacts } from "#contract/webhooks/events.ts";
import type { Executor } from "#server/platform/db/pool.ts";

/** Something that happened, for webhooks. */
export type Happened = {
	[T in WebhookEventType]: {
		type: T;
		/** What makes it the same event, however often it is noticed. */
		key: string;
		data: WebhookFacts[T];
		/** Below the dashboard: the screen that shows it. */
		screen: string;
	};
}[WebhookEventType];

/** Writes a message for each webhook that wants it, in the transaction in which it happened. */
export async function announce(
	client: Executor,
	{ workspaceId, clientId, at }: { workspaceId: WorkspaceId; clientId: ClientId; at: Date },
	events: readonly Happened[],
): Promise<void> {
	if (events.length === 0) return;
	await client.query("SELECT announce_webhooks($1, $2, $3, $4)", [workspaceId, clientId, at, JSON.stringify(events)]);
}
