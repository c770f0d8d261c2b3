import type { NotificationChanges, NotificationChoices, PushSubscription } from "#contract/accounts/notifications.ts";
import type { AccountId } from "#contract/ids.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, int, readRow, text } from "#server/platform/db/rows.ts";
import { SESSION_IS_OVER } from "../../accounts/store/session-rows.ts";

export type NotificationStore = ReturnType<typeof createNotificationStore>;

/** How many devices of an account get push messages: the newest ones. */
const DEVICES = 20;

const DEFAULTS: NotificationChoices = { scanFinished: true, newFinding: true, mail: false };

/** What an account wants, from `notification_choices AS choices`, which may have no row for it. */
export const CHOICES = `coalesce(choices.scan_finished, ${DEFAULTS.scanFinished}) AS "scanFinished",
	coalesce(choices.new_finding, ${DEFAULTS.newFinding}) AS "newFinding", coalesce(choices.mail, ${DEFAULTS.mail}) AS mail`;

export const CHOICES_ROW = { scanFinished: flag, newFinding: flag, mail: flag };

/** Subscriptions of sessions that have not ended: the others are pruned only once a day. */
export const REACHABLE = `push_subscriptions AS device JOIN sessions ON sessions.id = device.session_id AND NOT ${SESSION_IS_OVER}`;

/** Which notifications accounts want, and the push subscriptions of their devices. */
export function createNotificationStore(pool: Pool) {
	return {
		async read(
			account: AccountId,
			session: string,
		): Promise<{ choices: NotificationChoices; devices: number; here: boolean }> {
			const row = await readRow(
				pool,
				{ ...CHOICES_ROW, devices: int, here: flag },
				`SELECT ${CHOICES}, devices, here
				 FROM (SELECT count(*)::integer AS devices, coalesce(bool_or(session_id = $2), false) AS here
				       FROM ${REACHABLE} WHERE device.account_id = $1) AS subscriptions
				 LEFT JOIN notification_choices AS choices ON choices.account_id = $1`,
				[account, session],
			);
			if (!row) throw new Error("The query for notification choices returned no row");
			const { devices, here, ...choices } = row;
			return { choices, devices, here };
		},

		async change(account: AccountId, { scanFinished, newFinding, mail }: NotificationChanges): Promise<void> {
			await pool.query(
				`INSERT INTO notification_choices AS choices (account_id, scan_finished, new_finding, mail)
				 VALUES ($1, coalesce($2, ${DEFAULTS.scanFinished}), coalesce($3, ${DEFAULTS.newFinding}), coalesce($4, ${DEFAULTS.mail}))
				 ON CONFLICT (account_id) DO UPDATE SET scan_finished = coalesce($2, choices.scan_finished),
				   new_finding = coalesce($3, choices.new_finding), mail = coalesce($4, choices.mail)`,
				[account, scanFinished, newFinding, mail],
			);
		},

		/** Replaces the session's earlier subscription, and that of an account that used the device before. */
		async subscribe(account: AccountId, session: string, { endpoint, keys }: PushSubscription): Promise<void> {
			await inTransaction(pool, async (client) => {
				await client.query("DELETE FROM push_subscriptions WHERE endpoint = $1 OR session_id = $2", [
					endpoint,
					session,
				]);
				await client.query(
					`INSERT INTO push_subscriptions (session_id, account_id, endpoint, p256dh, auth)
					 SELECT id, account_id, $3, $4, $5 FROM sessions WHERE id = $1 AND account_id = $2
					 ON CONFLICT DO NOTHING`,
					[session, account, endpoint, keys.p256dh, keys.auth],
				);
				await client.query(
					`DELETE FROM push_subscriptions WHERE account_id = $1 AND session_id NOT IN (
					   SELECT session_id FROM push_subscriptions WHERE account_id = $1 ORDER BY created_at DESC LIMIT ${DEVICES})`,
					[account],
				);
			});
		},

		async unsubscribe(session: string): Promise<void> {
			await pool.query("DELETE FROM push_subscriptions WHERE session_id = $1", [session]);
		},

		async subscription(session: string): Promise<PushSubscription | undefined> {
			const found = await readRow(
				pool,
				{ endpoint: text, p256dh: text, auth: text },
				`SELECT endpoint, p256dh, auth FROM ${REACHABLE} WHERE session_id = $1`,
				[session],
			);
			return found && { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } };
		},

		/** For a subscription that its push service no longer knows. Keeps a newer one of the same session. */
		async forget(session: string, endpoint: string): Promise<void> {
			await pool.query("DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint = $2", [session, endpoint]);
		},
	};
}
