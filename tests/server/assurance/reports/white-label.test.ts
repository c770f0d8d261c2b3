import { describe, expect, test, vi } from "vitest";
import { createMakeReport } from "#server/assurance/reports/jobs/make-report.ts";
import { reportData } from "#tests/unit/server/assurance/reports/report-data.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { makePng } from "../../../support/reports/make-png.ts";
import { readPdf } from "../../../support/reports/read-pdf.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const LOGO = makePng({ width: 120, height: 40, pixel: (x, y) => [x, y, 120, x < 60 ? 255 : 0] });

/** A member of a workspace that has this on its reports. */
async function reporterOf(name: string, logo: Buffer | null) {
	const ada = await createReporter(server);
	await pool.query("UPDATE workspaces SET name = $2, color = 'violet', logo = $3, logo_type = $4 WHERE id = $1", [
		ada.accountId,
		name,
		logo,
		logo && "image/png",
	]);
	await ada.scan([findingOf({ severity: "high" })]);
	return { ada, report: (await ada.report()).report };
}

const masthead = (page: string) => /<header class="masthead[\s\S]*?<\/header>/.exec(page)?.[0];

describe("a workspace's name, logo and color", () => {
	test("are on the page, on the shared page, and in the PDF; the page may show no other picture than its own", async () => {
		const { ada, report } = await reporterOf("Ada’s <Advisory>", LOGO);
		const page = await ada.file(report.id, "html");
		const policy = page.headers.get("content-security-policy") ?? "";
		expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe("data:");
		const own = await page.text();
		expect(masthead(own)).toMatch(
			/^<header class="masthead sender edge-violet"><img class="logo on-light" src="data:image\/png;base64,[^"]+" alt="" width="120" height="40"><p><bdi>Ada’s &lt;Advisory&gt;<\/bdi><\/p>/,
		);
		const { url } = await ada.share(report.id);
		const shared = await fetch(url);
		expect(shared.headers.get("content-security-policy")).toBe(policy);
		expect(masthead(await shared.text())).toBe(masthead(own));
		for (const file of [await ada.file(report.id, "pdf"), await fetch(`${url}/report.pdf`)]) {
			const pdf = readPdf(Buffer.from(await file.arrayBuffer()));
			expect(pdf.marked[0]).toEqual(["P", "Ada’s <Advisory>"]);
			expect(pdf.objects).toContain("/Subtype /Image");
		}
		expect(await (await ada.file(report.id, "json")).json()).toMatchObject({
			workspace: { name: "Ada’s <Advisory>", color: "violet" },
			client: null,
		});
	});

	test("do without a logo that is broken: the report is made all the same", async () => {
		const { ada, report } = await reporterOf("Ada", LOGO.subarray(0, 100));
		expect(report.status).toBe("completed");
		expect(await (await ada.file(report.id, "html")).text()).not.toContain("<img");
	});
});

test("a logo that is left out is in the log with the reason, and nothing of its bytes", async () => {
	const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
	const complete = vi.fn(async () => undefined);
	const logo = { type: "image/png" as const, bytes: Buffer.from("not a picture") };
	const data = reportData("executive-summary", { workspace: { name: "Ada", color: "blue", logo } });
	const reports = {
		begin: async (id: string) => ({ id, attempts: 1 }),
		gather: async () => data,
		complete,
		keep: async () => undefined,
	};
	const make = createMakeReport({
		reports: reports as never,
		publicUrl: "https://plumbline.example",
		log: log as never,
	});
	await make({ reportId: "one" } as never, undefined as never);
	expect(complete).toHaveBeenCalledTimes(1);
	expect(log.warn.mock.calls).toEqual([
		[{ reportId: "one", because: "the file is damaged" }, "a logo was left out of a report"],
	]);
});
