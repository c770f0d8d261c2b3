import { insertAll } from "#server/platform/db/insert-all.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";
import { REPORTS_LIMIT } from "./account-report-store.ts";

const REPORT = {
	id: "uuid",
	account_id: "uuid",
	client_id: "uuid",
	asked_by: "uuid",
	template: "text",
	name: "text",
	created_by: "text",
	request: "jsonb",
	accepted_at: "timestamptz",
	queued_at: "timestamptz",
	status: "text",
	failure: "text",
	sections: "jsonb",
	size: "integer",
	downloads: "integer",
	taken_from: "text",
};

/** Stores the reports in a file with their own files. False if the workspace would have more than it can keep. */
export async function takeInReports(destination: Destination, file: ClientFileContents): Promise<boolean> {
	const { client, workspaceId, accountId, id: clientId, idOf } = destination;
	for await (const rows of file.rows("reports")) {
		for (const { id, files, acceptedAt, createdBy, ...report } of rows) {
			const contents = [];
			for (const { format, file: path } of files) {
				const content = format === "html" ? await file.page(path) : await file.content(path);
				contents.push({ format, content });
			}
			const row = {
				...report,
				id: idOf(id),
				account_id: workspaceId,
				client_id: clientId,
				asked_by: accountId,
				created_by: createdBy,
				taken_from: file.workspace,
				accepted_at: acceptedAt,
				queued_at: acceptedAt,
				size: contents.find(({ format }) => format === "pdf")?.content.length ?? null,
			};
			await insertAll(client, "account_reports", REPORT, [row]);
			for (const { format, content } of contents) {
				await client.query("INSERT INTO account_report_files (report_id, format, content) VALUES ($1, $2, $3)", [
					idOf(id),
					format,
					content,
				]);
			}
		}
	}
	const kept = await readRow(
		client,
		{ count: int },
		"SELECT count(*) AS count FROM account_reports WHERE account_id = $1",
		[workspaceId],
	);
	return (kept?.count ?? 0) <= REPORTS_LIMIT;
}
