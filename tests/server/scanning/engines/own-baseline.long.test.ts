import { expect, test } from "vitest";
import { scanReport } from "#contract/findings/findings.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { writeBuiltPages } from "../../../support/server/built-pages.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

test("our own server, scanned by our own baseline over http, has nothing above severity none", async () => {
	const own = await startTestServer({ parts: { dist: await writeBuiltPages() } });
	const scanner = await startTestServer({
		env: { SCAN_ALLOW: `localhost:${own.port}` },
		parts: { resolver: systemResolver, createEngines },
	});
	await scanner.scan({ target: `http://localhost:${own.port}`, email: "ada@example.org" });
	const [row] = await until(async () => {
		const { rows } = await scanner.database.pool.query("SELECT report FROM scan_reports");
		return rows.length > 0 && rows;
	}, "the report is there");
	const { parts, findings } = scanReport.parse(row.report);
	const evaluated = parts.filter(({ status }) => status === "evaluated").map(({ part }) => part);
	expect(evaluated).toEqual(expect.arrayContaining(["cors", "files", "headers", "software"]));
	expect(findings.filter(({ severity }) => severity !== "none").map(({ rule }) => rule)).toEqual([]);
});
