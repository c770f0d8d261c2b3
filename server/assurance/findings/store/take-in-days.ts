import { insertAll } from "#server/platform/db/insert-all.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";
import { FILL_DAYS, moveDays } from "./move-days.ts";

/** The days of the client, and those of the workspace as if the client had always been here. */
export async function takeInDays({ client, workspaceId, id }: Destination, file: ClientFileContents): Promise<void> {
	const types = {
		account_id: "uuid",
		client_id: "uuid",
		day: "date",
		high: "integer",
		medium: "integer",
		low: "integer",
		none: "integer",
	};
	for await (const rows of file.rows("days")) {
		const days = rows.map((row) => ({ account_id: workspaceId, client_id: id, ...row }));
		await insertAll(client, "finding_days_of_clients", types, days);
	}
	await client.query(FILL_DAYS, [workspaceId, id]);
	await client.query(moveDays("+"), [workspaceId, id]);
}
