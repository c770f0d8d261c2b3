import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { findingOf } from "../../../support/engines/found.ts";
import { readPdf } from "../../../support/reports/read-pdf.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });

test("the page of a mailed report has its PDF, as private as the page, and gone when it is", {
	meta: { acceptance: "S1.16" },
}, async () => {
	server.engine.hold = true;
	await server.scan({ target: "example.com", email: "pdf@example.org" });
	const run = await until(async () => server.engine.runs[0], "the scan runs");
	const findings = [findingOf({ title: "A <b>serious</b> problem" })];
	run.end({ status: "completed", coverage: "full", parts: [], findings, sent: [] });
	const { raw } = await mailbox.next("pdf@example.org");
	const path = /http:\/\/localhost:\d+(\/r\/[\w-]+)/.exec(decodeMail(raw))?.[1] ?? expect.fail("no link in the email");
	const answer = await fetch(server.url + path);
	const page = await answer.text();
	const hashOf = (tag: string) => {
		const [, source = ""] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? [];
		return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
	};
	expect(answer.headers.get("content-security-policy")).toBe(
		`default-src 'none'; script-src ${hashOf("script")}; style-src 'self' ${hashOf("style")}; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
	);
	expect(page).toContain(`href="/auth/register?watch=${path.split("/").at(-1)}"`);
	const [, link] = /href="([^"]+)">Download as PDF/.exec(page) ?? [];
	expect(link).toBe(`${path}/report.pdf`);

	const pdf = await fetch(server.url + link);
	expect(pdf.status).toBe(200);
	expect(Object.fromEntries(pdf.headers)).toMatchObject({
		"content-type": "application/pdf",
		"content-disposition": `attachment; filename="Scan report example.com.pdf"; filename*=UTF-8''Scan%20report%20example.com.pdf`,
		"content-security-policy": "sandbox; default-src 'none'",
		"cache-control": "private, no-store",
		"referrer-policy": "no-referrer",
		"x-robots-tag": "noindex, nofollow, noarchive",
	});
	const { marked } = readPdf(Buffer.from(await pdf.arrayBuffer()));
	expect(marked).toContainEqual(["H1", "example.com"]);
	expect(marked).toContainEqual(["H3", "A <b>serious</b> problem"]);

	const { pool } = server.database;
	await pool.query("UPDATE report_links SET expires_at = now()");
	const late = await fetch(server.url + link);
	expect(late.status).toBe(404);
	expect(await late.text()).toContain("This link has expired");
	await pool.query("UPDATE report_links SET expires_at = now() + interval '1 day'");
	const gone = await fetch(`${server.url}${path}/delete`, {
		method: "POST",
		headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "null", "Sec-Fetch-Site": "same-origin" },
	});
	expect(gone.status).toBe(200);
	expect((await fetch(server.url + link)).status).toBe(404);
	expect((await fetch(`${server.url}/r/${"x".repeat(43)}/report.pdf`)).status).toBe(404);
});
