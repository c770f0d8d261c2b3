import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;
const ada = await createReporter(server);
await ada.scan([findingOf({ severity: "high", title: "A <b>serious</b> problem" })]);
const { report } = await ada.report({ name: "For the bank — Ünïts" });

/** As a Content-Security-Policy names them. */
const scriptHashes = (page: string) =>
	[...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
		([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
	);

const pageOf = async (url: string) => {
	const response = await fetch(url);
	return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("a link to a report", () => {
	test("opens it for anyone, as a page that runs one script and no other, and that no cache and no search engine keeps", async () => {
		const { url } = await ada.share(report.id, 7);
		expect(new URL(url).pathname).toMatch(/^\/shared\/[\w-]{43}$/);
		const { status, headers, text } = await pageOf(url);
		expect(status).toBe(200);
		expect(headers.get("cache-control")).toBe("private, no-store");
		expect(headers.get("referrer-policy")).toBe("no-referrer");
		expect(headers.get("x-robots-tag")).toContain("noindex");
		const policy = headers.get("content-security-policy") ?? "";
		expect(policy).toMatch(
			/^default-src 'none'; script-src \S+; style-src .*; sandbox allow-scripts allow-same-origin/,
		);
		expect(scriptHashes(text)).toEqual([/script-src (\S+);/.exec(policy)?.[1]]);
		expect(text).toContain("This report was shared with you by a link that works until");
		expect(text).toContain("A &lt;b&gt;serious&lt;/b&gt; problem");
		expect((await ada.readReport(report.id)).shares).toMatchObject([{ opened: 1 }]);
		const own = await (await ada.file(report.id, "html")).text();
		expect(own).not.toContain("shared with you");
		// The next steps after a free scan are not for the readers of an account's report.
		expect(text).not.toContain("watch=");
	});

	test("has its PDF, which counts as a download", async () => {
		const { url } = await ada.share(report.id);
		const { downloads } = (await ada.readReport(report.id)).report;
		const response = await fetch(`${url}/report.pdf`);
		expect(response.headers.get("content-type")).toBe("application/pdf");
		expect(response.headers.get("content-disposition")).toBe(
			`attachment; filename="For the bank _ _n_ts.pdf"; filename*=UTF-8''For%20the%20bank%20%E2%80%94%20%C3%9Cn%C3%AFts.pdf`,
		);
		expect(
			Buffer.from(await response.arrayBuffer())
				.subarray(0, 5)
				.toString(),
		).toBe("%PDF-");
		expect((await ada.readReport(report.id)).report.downloads).toBe(downloads + 1);
	});

	test("that is over, was ended, or is only guessed answers with one and the same page", async () => {
		const [over, ended] = [await ada.share(report.id), await ada.share(report.id)];
		await pool.query("UPDATE account_report_shares SET expires_at = now() - interval '1 s' WHERE id = $1", [over.id]);
		const revoked = await ada.call("revokeShare", { params: { reportId: report.id, shareId: ended.id } });
		expect(revoked.status).toBe(204);
		const guess = (length: number) => new URL(`/shared/${randomBytes(length).toString("base64url")}`, server.url).href;
		const pages = await Promise.all(
			[over.url, ended.url, guess(32), guess(8), `${over.url}/report.pdf`, `${guess(32)}/report.pdf`].map(pageOf),
		);
		for (const page of pages) {
			expect(page.status).toBe(404);
			expect(page.text).toBe(pages[0]?.text);
			expect(page.headers.get("cache-control")).toBe("private, no-store");
		}
		expect(pages[0]?.text).toContain("This report is not here");
		const shown = (await ada.readReport(report.id)).shares.map(({ id }) => id);
		expect(shown).not.toContain(over.id);
		expect(shown).not.toContain(ended.id);
	});

	test("is stored as a hash alone, and forgotten a month after it ended", async () => {
		const { url, id } = await ada.share(report.id);
		const token = url.split("/").at(-1) ?? "";
		const { rows } = await pool.query("SELECT s::text AS row FROM account_report_shares s WHERE id = $1", [id]);
		expect(rows[0].row).not.toContain(token);
		await pool.query("UPDATE account_report_shares SET expires_at = now() - interval '31 days' WHERE id = $1", [id]);
		await deleteOldData(pool, 30);
		expect((await pool.query("SELECT 1 FROM account_report_shares WHERE id = $1", [id])).rowCount).toBe(0);
	});

	test("ends with its report", async () => {
		const other = (await ada.report()).report;
		const { url } = await ada.share(other.id);
		await ada.call("deleteReport", { params: { reportId: other.id } });
		expect((await pageOf(url)).status).toBe(404);
	});

	test("is refused with a message for an invalid number of days, and beyond a report's limit of links", async () => {
		const params = { reportId: (await ada.report()).report.id };
		const days = await refusalOf(await ada.call("shareReport", { params, body: { days: 365 } }));
		expect(days).toMatchObject({ status: 400, message: "A link is good for 1, 7, 30 days." });
		for (let links = 0; links < 19; links += 1) await ada.share(params.reportId);
		// All at once for the last place.
		const last = Array.from({ length: 6 }, () => ada.call("shareReport", { params, body: { days: 1 } }));
		expect((await Promise.all(last)).filter(({ status }) => status === 201)).toHaveLength(1);
		const full = await refusalOf(await ada.call("shareReport", { params, body: { days: 1 } }));
		expect(full).toMatchObject({ status: 409, code: "limit_reached" });
	});
});
