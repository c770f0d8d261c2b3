import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scanReport } from "#contract/findings/findings.ts";
import { findingPage } from "#contract/findings/vulnerabilities.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'";
let robots = "";
let isFixed = false;
const site = createServer(({ url }, response) => {
	response.setHeader("content-type", "text/html");
	if (url !== "/login" || isFixed) response.setHeader("content-security-policy", POLICY);
	if (url === "/robots.txt") response.end(robots);
	else if (url === "/") response.end('<a href="/login">Log in</a>');
	else if (url === "/login") response.setHeader("set-cookie", `sid=1${isFixed ? "; HttpOnly" : ""}`).end();
	else response.writeHead(404).end();
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const target = `http://localhost:${(site.address() as AddressInfo).port}`;
afterFile(async () => void site.close());

test("what only another page shows is found there, and is fixed once that page was read again, not when it was not", async () => {
	const server = await startTestServer({
		env: { SCAN_ALLOW: new URL(target).host },
		parts: { resolver: systemResolver, createEngines },
	});
	const ada = await createAccount(server);
	const call = apiClient(server.url, asAccount(ada));
	const scanned = async () => {
		const response = await call("startCombinedScan", { body: { target, email: ada.email } });
		expect(response.status, await response.clone().text()).toBe(202);
		const { scanId } = (await response.json()).receipt;
		return until(async () => {
			const { rows } = await server.database.pool.query(
				"SELECT report FROM scan_reports JOIN scans ON scans.id = scan_id WHERE scan_id = $1 AND status = 'completed'",
				[scanId],
			);
			return rows.length > 0 && scanReport.parse(rows[0].report);
		}, "the scan is over");
	};
	const states = async () => {
		const { findings } = findingPage.parse(await (await call("listFindings", { query: {} })).json());
		const of = (rule: string) => findings.find((finding) => finding.rule === rule);
		return {
			csp: of("csp-missing")?.state,
			cookie: of("cookie-without-httponly")?.state,
			place: of("csp-missing")?.location.path,
		};
	};

	expect(await scanned()).toMatchObject({ coverage: "full", pages: { paths: ["/", "/login"], named: 2 } });
	expect(await states()).toEqual({ csp: "open", cookie: "open", place: "/login" });

	robots = "User-agent: *\nDisallow: /login";
	isFixed = true;
	expect(await scanned()).toMatchObject({ coverage: "full", pages: { paths: ["/"], named: 2, ruledOut: 1 } });
	expect(await states()).toMatchObject({ csp: "open", cookie: "open" });

	robots = "";
	expect(await scanned()).toMatchObject({ coverage: "full", pages: { paths: ["/", "/login"] } });
	expect(await states()).toMatchObject({ csp: "fixed", cookie: "fixed" });

	const mails = join(server.varDir, "mail");
	await until(async () => {
		const names = (await readdir(mails)).filter((name) => name.endsWith(".eml"));
		const texts = await Promise.all(names.map((name) => readFile(join(mails, name), "utf8")));
		return texts.some((text) => text.replace(/=?\r?\n/g, " ").includes("Read 1 page of 2 that the site names."));
	}, "the email says how many pages were read");
});
