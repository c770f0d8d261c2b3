import { randomUUID } from "node:crypto";
import { scopeOf } from "#contract/scans/scope.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";
import { scanRequestOf } from "../scan-request.ts";

const LIMIT = 500;
const SCHEDULE = {
	id: "uuid",
	account_id: "uuid",
	name: "text",
	request: "jsonb",
	recurrence: "jsonb",
	time_zone: "text",
	overlap: "text",
	digest: "boolean",
	status: "text",
	created_at: "timestamptz",
	created_by_id: "uuid",
	host: "text",
};

/** Stores the schedules in a file, paused: nothing is scanned until a person resumes them. */
export async function takeInSchedules(destination: Destination, file: ClientFileContents): Promise<void> {
	const { client, workspaceId, accountId, hosts, taker } = destination;
	let count = 0;
	for await (const rows of file.rows("schedules")) {
		count += rows.length;
		if (count > LIMIT) throw new BadFile("This file has more schedules than a workspace can have.");
		const schedules = rows.map(({ timeZone, status, createdAt, ...row }) => {
			const host = scopeOf(scanRequestOf(row.request, taker.email))?.host;
			if (host === undefined || !hosts.has(host)) {
				throw new BadFile("This file has a schedule for a host that it does not name.");
			}
			return {
				...row,
				id: randomUUID(),
				account_id: workspaceId,
				time_zone: timeZone,
				status: status === "done" ? "done" : "paused",
				created_at: createdAt,
				created_by_id: accountId,
				host,
			};
		});
		await insertAll(client, "schedules", SCHEDULE, schedules);
	}
}
