import * as z from "zod/mini";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS } from "#contract/webhooks/events.ts";
import { type Delivery, WEBHOOK_KINDS, type Webhook, webhookProblem } from "#contract/webhooks/webhooks.ts";
import { flag, id, int, oneOf, orNull, type RowOf, text, texts, time, uuid } from "#server/platform/db/rows.ts";

const events = z.array(z.enum(WEBHOOK_EVENTS));

export const WEBHOOK = {
	id: uuid,
	kind: oneOf(WEBHOOK_KINDS),
	url: text,
	description: text,
	events: texts,
	client_id: orNull(id<ClientId>()),
	active: flag,
	off_because: orNull(oneOf(["gone", "failing"])),
	made_by: orNull(id<AccountId>()),
	maker: orNull(text),
	created_at: time,
	old_secret_until: orNull(time),
	failing_since: orNull(time),
	dead: int,
};

export const webhookColumns = `webhook.id, webhook.kind, url, description, events, client_id, active, off_because, made_by,
	btrim(first_name || ' ' || last_name) AS maker, webhook.created_at, old_secret_until, failing_since,
	(SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhook.id AND state = 'dead') AS dead`;

export const webhookOfRow = (row: RowOf<typeof WEBHOOK>): Webhook => ({
	id: row.id,
	kind: row.kind,
	url: row.url,
	description: row.description,
	events: events.parse(row.events),
	clientId: row.client_id,
	state: row.active ? "on" : row.off_because ? `off-${row.off_because}` : "off",
	madeBy: row.made_by === null ? null : { accountId: row.made_by, name: row.maker ?? "" },
	createdAt: row.created_at.toISOString(),
	oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
	failingSince: row.failing_since?.toISOString() ?? null,
	dead: row.dead,
});

export const DELIVERY = {
	id: uuid,
	type: oneOf(WEBHOOK_EVENTS),
	at: time,
	state: oneOf(["waiting", "delivered", "dead"]),
	attempts: int,
	next_at: time,
	code: orNull(int),
	problem: orNull(oneOf(webhookProblem.options)),
	answer: text,
};

export const deliveryOfRow = (row: RowOf<typeof DELIVERY>): Delivery => ({
	id: row.id,
	type: row.type,
	at: row.at.toISOString(),
	state: row.state,
	attempts: row.attempts,
	nextAt: row.state === "waiting" ? row.next_at.toISOString() : null,
	code: row.code,
	problem: row.problem,
	answer: row.answer,
});
