import type { LeftOutHost } from "#contract/controls/controls.ts";
import type { AccountId } from "#contract/ids.ts";

/** Hosts that were left out of a control, or that count again (`reason` null), by host, as stored. */
export type LeftOut = Readonly<
	Record<string, { reason: string | null; saidAt: string; by: AccountId; byName: string }>
>;

/** SQL: whether a host is left out of a control. `of`: a table or an alias with its `left_out`. */
export const isLeftOut = (host: string, of = "controls"): string =>
	`(${of}.left_out -> ${host} ->> 'reason') IS NOT NULL`;

/** SQL: the hosts that are left out of the control in `controls`, as `text[]`. */
export const LEFT_OUT_HOSTS = `ARRAY(SELECT key FROM jsonb_each(controls.left_out) WHERE value ->> 'reason' IS NOT NULL ORDER BY key COLLATE "C")`;

/** Those that are left out now, by name. */
export const leftOutOf = (stored: LeftOut): LeftOutHost[] =>
	Object.entries(stored)
		.flatMap(([host, { reason, saidAt, by, byName }]) =>
			reason === null ? [] : { host, reason, at: saidAt, by: { accountId: by, name: byName } },
		)
		.toSorted((a, b) => (a.host < b.host ? -1 : 1));
