import { spawnSync } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { type ReceivedSpan, startTraceReceiver } from "../../../support/server/trace-receiver.ts";
import { until } from "../../../support/until.ts";

const mailbox = await startMailbox();
afterFile(() => mailbox.close());

afterEach(() => vi.unstubAllEnvs());

/** The program with traces to this receiver; closing it sends what is left. */
async function startTraced(receiver: { url: string }, env: Record<string, string> = {}) {
	const all = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: "plumbline-test", ...env };
	for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
	return startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });
}

const TARGET = "traced-target.example.com";
const READER = "traced-reader@example.org";

test("a trace goes on from the request through its job to the engine and the email, and names nobody", async () => {
	const receiver = await startTraceReceiver();
	const server = await startTraced(receiver);
	const ada = await createAccount(server);
	const accepted = await server.scan(
		{ target: TARGET, email: READER },
		{ [IDEMPOTENCY_KEY]: "traced", "X-Forwarded-For": "203.0.113.9" },
	);
	expect(accepted.status).toBe(202);
	const mail = decodeMail((await mailbox.next(READER)).raw);
	const report = /\/r\/([\w-]+)/.exec(mail)?.[1] ?? "none";
	await fetch(`${server.url}/r/${report}`);
	await until(
		async () => (await server.database.pool.query("SELECT 1 FROM scans WHERE mail_outcome = 'sent'")).rowCount === 1,
		"the email is sent",
	);
	await server.close();

	const spans = receiver.spans();
	const named = (name: string) => spans.filter((span) => span.name === name);
	const [request] = named(`POST ${API_BASE}scans/combined/start/`);
	const trace = spans.filter(({ traceId }) => traceId === request?.traceId);
	const inTrace = (name: string) => trace.find((span) => span.name === name);
	/** The names from a span up to where its trace starts. */
	const path = (span: ReceivedSpan | undefined): string[] =>
		span ? [span.name, ...path(trace.find(({ spanId }) => spanId === span.parentSpanId))] : [];
	const start = `POST ${API_BASE}scans/combined/start/`;
	expect(path(inTrace("engine combined"))).toEqual(["engine combined", "job scan", start]);
	expect(path(inTrace("mail"))).toEqual(["mail", "job mail", "job scan", start]);
	expect(path(inTrace("database transaction")).at(-1)).toBe(start);

	// Polling for work has no trace, so every statement has a parent.
	expect(spans.filter(({ name, parentSpanId }) => name.startsWith("database") && !parentSpanId)).toEqual([]);
	expect(named("GET /r/:token")).toHaveLength(1);
	const process = Object.fromEntries((receiver.processes()[0] ?? []).map(({ key, value }) => [key, value.stringValue]));
	expect(process).toMatchObject({ "service.name": "plumbline-test", "plumbline.role": "all" });

	const secrets = [TARGET, "traced-", READER, report, "203.0.113", "127.0.0.1", ada.email, ada.password];
	for (const cookie of ada.cookie.split("; ")) secrets.push(cookie.split("=")[1] ?? "none");
	for (const secret of secrets) expect(receiver.text(), secret).not.toContain(secret);
});

test("lines of the log carry the trace, the request and the scan, on the worker's side too", async () => {
	const receiver = await startTraceReceiver();
	vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
	const written: string[] = [];
	const log = createLogger("debug", { write: (line: string) => written.push(line) });
	const server = await startTestServer({ parts: { log } });
	const response = await server.scan({ target: "example.com", email: "ada@example.org" });
	const { receipt } = await response.json();
	const requestId = response.headers.get("x-request-id");
	const lines = () => written.map((line) => JSON.parse(line));
	const ended = await until(async () => lines().find(({ msg }) => msg === "mail sent"), "the email is sent");
	await server.close();
	const answered = lines().find((line) => line.msg === "answered" && line.requestId === requestId);
	expect(answered.traceId).toMatch(/^[0-9a-f]{32}$/);
	const ids = { requestId, scanId: receipt.scanId, traceId: answered.traceId };
	expect(ended).toMatchObject(ids);
	for (const msg of ["scan started", "scan ended"]) expect(lines().find((line) => line.msg === msg)).toMatchObject(ids);
	for (const line of written) expect(line.match(/"requestId"/g)?.length ?? 0).toBeLessThan(2);
});

test("the sampler of the variables is used, and OTEL_SDK_DISABLED switches all off", async () => {
	for (const env of [{ OTEL_TRACES_SAMPLER: "always_off" }, { OTEL_SDK_DISABLED: "true" }]) {
		const receiver = await startTraceReceiver();
		const server = await startTraced(receiver, env);
		expect((await server.scan({ target: "example.com", email: "ada@example.org" })).status).toBe(202);
		await server.close();
		expect(receiver.spans()).toEqual([]);
		vi.unstubAllEnvs();
	}
});

test("nothing of OpenTelemetry or of the metrics is loaded unless it is used", () => {
	const script = `
		import { registerHooks } from "node:module";
		let loaded = 0;
		const count = (url) => /opentelemetry|prom-client/.test(url) && loaded++;
		registerHooks({ load(url, context, next) { count(url); return next(url, context); } });
		const { openWatch } = await import("#server/app/watch/wire.ts");
		await import("#server/app/app.ts");
		await import("#server/platform/watch/logger.ts");
		const counts = [];
		const open = async (more) => {
			await openWatch({ ROLE: "all", HOST: "127.0.0.1", ...more }, {}, { tell() {}, onClose() {} });
			counts.push(loaded);
		};
		await open({});
		await open({ METRICS_PORT: 0 });
		process.env.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:1";
		await open({});
		console.log(counts.join(" "));
		process.exit(0);`;
	const args = ["--input-type=module", "--eval", script];
	const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	const [unused = -1, metrics = 0, traces = 0] = stdout.split(" ").map(Number);
	expect(unused, stderr).toBe(0);
	expect(metrics).toBeGreaterThan(0);
	expect(traces).toBeGreaterThan(metrics);
});
