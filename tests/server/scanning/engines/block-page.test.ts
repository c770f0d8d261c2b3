import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assetList } from "#contract/findings/assets.ts";
import { scanReport } from "#contract/findings/findings.ts";
import { findingPage } from "#contract/findings/vulnerabilities.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { addControl, readControl, scanSpec } from "../../../support/server/controls.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

let isWalled = false;
const site = createServer(({ url }, response) => {
	if (isWalled) response.writeHead(403, { "cf-mitigated": "challenge" }).end("<title>Just a moment</title>");
	else response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html" }).end("<title>Shop</title>");
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const target = `http://localhost:${(site.address() as AddressInfo).port}`;
afterFile(async () => void site.close());

test("a wall that answers in place of the site gets no letter and fixes nothing: in report, asset, control and email", async () => {
	const server = await startTestServer({
		env: { SCAN_ALLOW: new URL(target).host },
		parts: { resolver: systemResolver, createEngines },
	});
	const { pool } = server.database;
	const ada = await createAccount(server);
	const call = apiClient(server.url, asAccount(ada));
	const control = await addControl({ call }, [scanSpec(["insecure-cookies"])]);
	const scanned = async () => {
		const response = await call("startCombinedScan", { body: { target, email: ada.email } });
		expect(response.status, await response.clone().text()).toBe(202);
		const { scanId } = (await response.json()).receipt;
		return until(async () => {
			const { rows } = await pool.query(
				"SELECT report FROM scan_reports JOIN scans ON scans.id = scan_id WHERE scan_id = $1 AND status = 'completed'",
				[scanId],
			);
			return rows.length > 0 && scanReport.parse(rows[0].report);
		}, "the scan is over");
	};
	const missingPolicy = async () => {
		const { findings } = findingPage.parse(await (await call("listFindings", { query: {} })).json());
		return findings.find(({ rule }) => rule === "csp-missing")?.state;
	};

	expect(await scanned()).toMatchObject({ coverage: "full", grade: "B" });
	expect(await missingPolicy()).toBe("open");

	isWalled = true;
	const report = await scanned();
	expect(report).toMatchObject({ coverage: "partial", grade: null });
	expect(report.findings.map(({ rule }) => rule)).not.toContain("csp-missing");
	expect(await missingPolicy()).toBe("open");
	const { assets } = assetList.parse(await (await call("listAssets")).json());
	expect(assets[0]?.evaluation).toMatchObject({
		status: "partial",
		gaps: expect.arrayContaining([
			expect.objectContaining({ reason: expect.stringContaining("answered 403, which looks like a bot wall") }),
		]),
	});
	const { tests, standing } = await readControl({ call }, control.id);
	expect(tests[0]?.runs.map(({ result }) => result)).toEqual(["incomplete", "passed"]);
	expect(tests[0]?.runs[0]?.reason).toContain("which looks like a bot wall");
	expect(standing).not.toBe("covered");

	const mails = join(server.varDir, "mail");
	const mail = await until(async () => {
		const names = (await readdir(mails)).filter((name) => name.endsWith(".eml"));
		const texts = await Promise.all(names.map((name) => readFile(join(mails, name), "utf8")));
		return texts.find((text) => text.includes("no grade"));
	}, "the report is mailed");
	expect(mail).toContain("bot wall");
});
