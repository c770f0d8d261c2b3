import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { createBaseline } from "#server/scanning/engines/baseline/baseline.ts";
import { CERTIFICATE_RULES, TLS_RULES } from "#server/scanning/engines/shared/rules/registry.ts";
import { lookAtSslyze } from "#server/scanning/engines/sslyze/look.ts";
import { readSslyzeJson } from "#server/scanning/engines/sslyze/read-json.ts";
import { createSslyzeEngine } from "#server/scanning/engines/sslyze/sslyze.ts";
import { afterFile } from "../../../support/after-file.ts";
import { checkedTarget } from "../../../support/engines/checked-target.ts";
import { runEngine } from "../../../support/engines/run-engine.ts";
import { type OneServer, startTenServers } from "../../../support/engines/ten-servers.ts";

/**
 * What SSLyze 6.3.1 said about each of these servers, as far as we read it, with a placeholder for the certificate: keys are new at
 * every start. RECORD=1 writes it anew, where SSLyze is installed.
 */
const RECORDED = "tests/fixtures/engines/sslyze-6.3.1-ten-servers.json";
const PLACEHOLDER = "the certificate of the server";

const servers = await startTenServers();
afterFile(async () => {
	for (const { close } of servers) close();
});
const { SSLYZE_PATH, VAR_DIR } = readConfig(process.env);
const sslyze = createSslyzeEngine({ path: SSLYZE_PATH, toolsFolder: join(VAR_DIR, "tools") });
const hasSslyze = (await sslyze.detect()).available;
const none = async () => ({ status: "none" }) as const;
const baseline = createBaseline({
	guard: { check: () => Promise.reject(new Error("No server redirects.")) },
	userAgent: "Plumbline-Scanner/1.0",
	records: { txt: none, caa: none, mx: none },
});
const now = () => new Date();

const SHARED = new Set([...CERTIFICATE_RULES, ...TLS_RULES].map(({ meta }) => meta.id));
/** The verdicts about facts that both look at. */
const verdicts = (findings: readonly Finding[]) =>
	findings.flatMap(({ rule, severity }) => (SHARED.has(rule) ? [`${severity} ${rule}`] : [])).toSorted();

const targetOf = ({ port }: OneServer) => checkedTarget({ scheme: "https", port });

async function own(server: OneServer) {
	const { result } = await runEngine(baseline, { target: targetOf(server), body: { target: "", email: "" }, now });
	if (result.status !== "completed") throw new Error(`${server.name}: ${result.reason.message}`);
	return verdicts(result.findings);
}

const bySslyze = (server: OneServer, result: unknown) => {
	const report = {
		invalid_server_strings: [],
		server_scan_results: [
			{
				connectivity_status: "COMPLETED",
				connectivity_error_trace: null,
				scan_status: "COMPLETED",
				scan_result: result,
			},
		],
	};
	const text = JSON.stringify(report).replaceAll(JSON.stringify(PLACEHOLDER), JSON.stringify(server.pem));
	const { target, addresses } = targetOf(server);
	const looked = lookAtSslyze(
		text,
		"",
		{ scheme: "https", host: target.host, port: server.port, at: addresses[0] },
		now(),
	);
	if (looked.status !== "done") throw new Error(`${server.name}: ${looked.reason}`);
	return verdicts(looked.findings);
};

const recorded: Record<string, unknown> = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, "utf8")) : {};

test.skipIf(!hasSslyze)("SSLyze says what is recorded", { timeout: 300_000 }, async () => {
	const said: Record<string, unknown> = {};
	for (const server of servers) {
		const { result } = await runEngine(sslyze, { target: targetOf(server), body: { target: "localhost" }, now });
		const raw = result.raw?.find(({ name }) => name.endsWith(".json"));
		const read = readSslyzeJson(raw?.content.toString() ?? "");
		if (read.status !== "done") throw new Error(`${server.name}: ${read.reason}`);
		const pems = (read.result.certificate_info?.result?.certificate_deployments ?? []).flatMap(
			({ received_certificate_chain: chain }) => chain.map(({ as_pem }) => as_pem),
		);
		let text = JSON.stringify(read.result);
		for (const pem of pems) text = text.replaceAll(JSON.stringify(pem), JSON.stringify(PLACEHOLDER));
		said[server.name] = JSON.parse(text);
	}
	if (process.env.RECORD) writeFileSync(RECORDED, `${JSON.stringify(said, null, "\t")}\n`);
	else
		for (const server of servers)
			expect(bySslyze(server, said[server.name])).toEqual(bySslyze(server, recorded[server.name]));
});

test.each(servers.map((server) => [server.name, server] as const))(
	"our own handshakes and SSLyze come to the same verdicts: %s",
	async (name, server) => {
		const ours = await own(server);
		expect(ours).toEqual(bySslyze(server, recorded[name]));
		expect(ours.length > 1).toBe(name !== "sound");
	},
);
