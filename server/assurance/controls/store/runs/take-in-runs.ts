import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";

const RUN = {
	workspace_id: "uuid",
	client_id: "uuid",
	id: "uuid",
	control_id: "uuid",
	test_id: "uuid",
	host: "text",
	at: "timestamptz",
	window_from: "timestamptz",
	window_to: "timestamptz",
	result: "text",
	reason: "text",
	expires_on: "date",
	scan_id: "uuid",
	by_account: "uuid",
	by_name: "text",
	evidence_id: "uuid",
	answers: "jsonb",
};

/** Stores the runs of tests, and which is the newest of each. `tests`: each test in the file with its control. */
export async function takeInRuns(
	destination: Destination,
	file: ClientFileContents,
	tests: ReadonlyMap<string, string>,
): Promise<void> {
	const { client, workspaceId: workspace_id, id: client_id, hosts, idOf } = destination;
	const person = personOf(destination);
	for await (const rows of file.rows("runs")) {
		if (rows.some(({ testId, controlId }) => tests.get(testId) !== controlId)) {
			throw new BadFile("A run in this file is of a test that is not in it.");
		}
		if (rows.some(({ host }) => host !== "" && !hosts.has(host))) {
			throw new BadFile("A run in this file is about a host that is not in it.");
		}
		await insertAll(
			client,
			"test_runs",
			RUN,
			rows.map((row) => ({
				workspace_id,
				client_id,
				id: idOf(row.id),
				control_id: idOf(row.controlId),
				test_id: idOf(row.testId),
				host: row.host,
				at: row.at,
				window_from: row.windowFrom,
				window_to: row.windowTo,
				result: row.result,
				reason: row.reason,
				expires_on: row.expiresOn,
				scan_id: row.scanId === null ? null : idOf(row.scanId),
				by_account: row.scanId === null ? person(row.by) : null,
				by_name: row.by,
				evidence_id: row.evidenceId === null ? null : idOf(row.evidenceId),
				answers: row.answers,
			})),
		);
	}
	await client.query(
		`INSERT INTO newest_runs (workspace_id, client_id, control_id, test_id, host, run_id, at, result, complete_at, complete_until,
		   complete_result)
		 SELECT newest.workspace_id, newest.client_id, newest.control_id, newest.test_id, newest.host, newest.id, newest.at, newest.result,
		   complete.at, complete.expires_on, complete.result
		 FROM (SELECT DISTINCT ON (test_id, host) * FROM test_runs WHERE workspace_id = $1 AND client_id = $2
		   ORDER BY test_id, host, at DESC, id DESC) AS newest
		 LEFT JOIN (SELECT DISTINCT ON (test_id, host) * FROM test_runs WHERE workspace_id = $1 AND client_id = $2
		   AND result <> 'incomplete' ORDER BY test_id, host, at DESC, id DESC) AS complete
		   ON (complete.test_id, complete.host) = (newest.test_id, newest.host)`,
		[workspace_id, client_id],
	);
}
