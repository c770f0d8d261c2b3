import type { ClientId } from "#contract/ids.ts";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { flag, id, int, oneOf, orNull, type RowOf, text, time } from "../db/rows.ts";

/** A row of `clients`, read with `clientColumns`. */
export const CLIENT = {
	id: id<ClientId>(),
	name: text,
	code: text,
	color: oneOf(CLIENT_COLORS),
	own: flag,
	sample: flag,
	country: text,
	sector: text,
	contact: text,
	archivedAt: orNull(time),
	version: int,
};

export const clientColumns = `id, name, code, color, id = workspace_id AS own, sample, country, sector, contact,
	archived_at AS "archivedAt", version`;

export const clientOfRow = ({ archivedAt, sample, ...row }: RowOf<typeof CLIENT>): Client => ({
	...row,
	...(sample && { sample }),
	archivedAt: archivedAt?.toISOString() ?? null,
});
