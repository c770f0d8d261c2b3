import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { clientId, workspaceId } from "#contract/ids.ts";
import { REPORT_TEMPLATES, type ReportFormat, type ReportTemplate } from "#contract/reports/reports.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { readWhose } from "#server/assurance/reports/store/report-whose.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { readPdf } from "../../../support/reports/read-pdf.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;

const ada = await createReporter(server);
const own = clientId.parse(ada.accountId);
const scanOf = (host: string, title: string) =>
	ada.scan([findingOf({ severity: "high", title, host })], { target: `${host}:443` });
/** A client with one scanned host. */
const withClient = async (name: string, color: string) => {
	const id = clientId.parse(randomUUID());
	const host = `${name.toLowerCase()}.example.com`;
	await pool.query("INSERT INTO clients (id, workspace_id, name, code, color) VALUES ($1, $2, $3, lower($3), $4)", [
		id,
		own,
		name,
		color,
	]);
	await pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, $2, $3)", [own, host, id]);
	await scanOf(host, `A hole at ${name}`);
	return id;
};
await pool.query("UPDATE workspaces SET name = 'Ada’s Advisory', kind = 'consultancy' WHERE id = $1", [own]);
const bakery = await withClient("Bakery", "rose");
await withClient("Moneybank", "green");
await scanOf("ada.example.com", "A hole at home");

const reportOf = async (client: string | null, template: ReportTemplate = "vulnerability-assessment") => {
	const id = await ada.ask({ template, name: "Q3" }, client === null ? {} : { [CLIENT]: client });
	await until(async () => ((await ada.readReport(id)).report.status === "completed" ? true : undefined), "it is made");
	return {
		id,
		text: async (format: ReportFormat) => {
			const content = Buffer.from(await (await ada.file(id, format)).arrayBuffer());
			return format === "pdf" ? JSON.stringify(readPdf(content).marked) : content.toString();
		},
	};
};

describe("a consultancy's reports", () => {
	test.each(REPORT_TEMPLATES)("%s of one client holds nothing of another", async (template) => {
		const { id, text } = await reportOf(bakery, template);
		const { formats, sections } = await ada.readReport(id);
		const all = [...(await Promise.all(formats.map(text))), JSON.stringify(sections)];
		for (const each of all) {
			expect(each).not.toMatch(/moneybank|hole at home|ada\.example/i);
		}
		expect(await text("html")).toContain(
			'<p class="client edge-rose"><span class="label">Client</span> <bdi>Bakery</bdi></p>',
		);
		expect(JSON.parse(await text("json"))).toMatchObject({
			client: { name: "Bakery", color: "rose", own: false },
			scansTotal: 1,
			targets: [{ host: "bakery.example.com", client: "Bakery" }],
		});
	});

	test("have the client's name in the names of their files, also behind a link", async () => {
		const { id } = await reportOf(bakery);
		const { url } = await ada.share(id);
		for (const file of [await ada.file(id, "pdf"), await fetch(`${url}/report.pdf`)]) {
			expect(file.headers.get("content-disposition")).toMatch(/filename="Bakery Q3\.pdf"/);
		}
		const whole = await reportOf(null);
		expect((await ada.file(whole.id, "pdf")).headers.get("content-disposition")).toMatch(/filename="Q3\.pdf"/);
	});

	test("of the workspace itself hold nothing of its clients, and those of all name each host's client", async () => {
		const home = await reportOf(own);
		for (const format of ["html", "pdf", "csv", "json", "sarif"] as const) {
			expect(await home.text(format), format).not.toMatch(/bakery|moneybank/i);
			expect(await home.text(format), format).toMatch(/hole at home/);
		}
		const whole = await (await reportOf(null)).text("html");
		expect(whole).toContain("All 3 hosts of 3 clients");
		for (const [host, client] of [
			["ada", "Ada’s Advisory"],
			["bakery", "Bakery"],
			["moneybank", "Moneybank"],
		]) {
			expect(whole).toContain(
				`<bdi class="mono">${host}.example.com</bdi></td><td role="cell"><span class="field">Client</span>${client}</td>`,
			);
		}
	});

	test("are read of one workspace: another one's client is none of its clients", async () => {
		const bola = await createReporter(server);
		const other = workspaceId.parse(bola.accountId);
		await expect(readWhose(pool, { workspaceId: other, clientId: bakery })).rejects.toThrow("client does not exist");
	});
});
