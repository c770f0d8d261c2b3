import type { ClientId } from "#contract/ids.ts";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { flag, id, int, oneOf, orNull, type RowOf, text, time } from "../rows.ts";

/** A row of `clients`, read with `clientColumns`. */
export const CLIENT = {
	id: id<ClientId>(),
	name: text,
	code: text,
	color: oneOf(CLIENT_COLORS),
	own: flag,
	country: text,
	sector: text,
	contact: text,
	archivedAt: orNull(time),
	version: int,
};

export const clientColumns = `id, name, code, color, id = workspace_id AS own, country, sector, contact,
	archived_at AS "archivedAt", version`;

export const clientOfRow = ({ archivedAt, ...row }: RowOf<typeof CLIENT>): Client => ({
	...row,
	archivedAt: archivedAt?.toISOString() ?? null,
});
