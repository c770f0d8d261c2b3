import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/sslyze/judge.ts";
import { mozillaDifferences } from "#server/scanning/engines/sslyze/mozilla.ts";
import { partsOf } from "#server/scanning/engines/sslyze/parts.ts";
import { readSslyzeJson, type SslyzeResult } from "#server/scanning/engines/sslyze/read-json.ts";
import { NOW } from "../baseline/scan.ts";

const recorded = readFileSync("tests/fixtures/engines/sslyze-6.3.1-practice.json", "utf8");
const endpoint = { scheme: "https", host: "localhost", port: 8100, at: { address: "127.0.0.1", family: 4 } } as const;

function result(): SslyzeResult {
	const output = readSslyzeJson(recorded);
	if (output.status !== "done") throw new Error(output.status);
	return output.result;
}
const rulesOf = (changed: Partial<SslyzeResult>, mozilla: string[] = []) =>
	judge({ endpoint, result: { ...result(), ...changed }, mozilla }, NOW).map(({ rule }) => rule);

test("a recorded run of the practice target shows its weaknesses", () => {
	expect(rulesOf({}).sort()).toEqual([
		"certificate-expired",
		"certificate-host-mismatch",
		"certificate-untrusted",
		"certificate-weak-key",
		"certificate-weak-signature",
		"hsts-missing",
		"tls-legacy-cipher",
		"tls-no-forward-secrecy",
		"tls-old-protocol",
		"tls-weak-cipher",
	]);
	expect(partsOf(8100, result()).every(({ status }) => status === "evaluated")).toBe(true);
});

test("each known attack is a separate finding", () => {
	const done = <T>(value: T) => ({ status: "COMPLETED", result: value });
	expect(rulesOf({ heartbleed: done({ is_vulnerable_to_heartbleed: true }) })).toContain("tls-heartbleed");
	expect(rulesOf({ openssl_ccs_injection: done({ is_vulnerable_to_ccs_injection: true }) })).toContain(
		"tls-ccs-injection",
	);
	expect(rulesOf({ robot: done({ robot_result: "VULNERABLE_STRONG_ORACLE" }) })).toContain("tls-robot");
	expect(rulesOf({ tls_compression: done({ supports_compression: true }) })).toContain("tls-compression");
	expect(rulesOf({ tls_fallback_scsv: done({ supports_fallback_scsv: false }) })).toContain("tls-no-fallback-scsv");
	const renegotiation = { supports_secure_renegotiation: false, is_vulnerable_to_client_renegotiation_dos: true };
	expect(rulesOf({ session_renegotiation: done(renegotiation) })).toEqual(
		expect.arrayContaining(["tls-insecure-renegotiation", "tls-client-renegotiation"]),
	);
	const ssl = { is_tls_version_supported: true, accepted_cipher_suites: [] };
	expect(rulesOf({ ssl_3_0_cipher_suites: done(ssl) })).toContain("tls-ssl-offered");
	const group = { cipher_suite: { name: "TLS_DHE_RSA_WITH_AES_128_CBC_SHA", key_size: 128, is_anonymous: false } };
	const small = { ...group, ephemeral_key: { type_name: "DH", size: 1_024 } };
	expect(rulesOf({ tls_1_2_cipher_suites: done({ ...ssl, accepted_cipher_suites: [small] }) })).toContain(
		"tls-weak-key-exchange",
	);
	expect(rulesOf({}, ["ciphers"])).toContain("tls-mozilla-intermediate");
});

test("below a top-level domain that browsers use https for, a missing HSTS header is no finding", () => {
	const rulesAt = (host: string) =>
		judge({ endpoint: { ...endpoint, host }, result: result(), mozilla: [] }, NOW).map(({ rule }) => rule);
	expect(rulesAt("example.com")).toContain("hsts-missing");
	expect(rulesAt("example.dev")).not.toContain("hsts-missing");
});

test("a command that failed is not evaluated, and gives no findings", () => {
	const broken = { ...result(), heartbleed: { status: "ERROR", error_reason: "CONNECTIVITY_ISSUE", result: null } };
	expect(partsOf(443, broken).find(({ part }) => part === "heartbleed-443")).toEqual({
		part: "heartbleed-443",
		label: "Heartbleed, port 443",
		status: "not-evaluated",
		reason: "Connections broke off while this was looked at.",
	});
});

test("the points that differ from Mozilla's settings are read from what is printed", () => {
	const printed =
		"    a:443: FAILED - Not compliant.\n        * tls_versions: x\n        * ciphers: y\n        * ciphers: z\n";
	expect(mozillaDifferences(printed)).toEqual(["tls versions", "ciphers"]);
	expect(mozillaDifferences("    a:443: OK - Compliant.\n")).toEqual([]);
	const own = `    a:443: FAILED - Not compliant.\n        * made_up: x\n\n COMPLIANCE AGAINST TLS CONFIGURATION\n`;
	expect(mozillaDifferences(`${own}    a:443: OK - Compliant.\n`)).toEqual([]);
});

test("anything but a finished scan of one target is not a result", () => {
	const empty = '{"invalid_server_strings":[],"server_scan_results":[]}';
	const invalid =
		'{"invalid_server_strings":[{"server_string":"x","error_message":"Could not resolve x"}],"server_scan_results":[]}';
	const unreachable = JSON.stringify({
		invalid_server_strings: [],
		server_scan_results: [
			{
				connectivity_status: "ERROR",
				connectivity_error_trace: "Traceback\nsslyze.errors.ConnectionToServerFailed: Connection rejected\n",
				scan_status: "ERROR_NO_CONNECTIVITY",
				scan_result: null,
			},
		],
	});
	expect(readSslyzeJson("").status).toBe("broken");
	expect(readSslyzeJson(empty).status).toBe("broken");
	expect(readSslyzeJson("[".repeat(2_000_000)).status).toBe("broken");
	expect(readSslyzeJson('{"__proto__":{"server_scan_results":[]}}').status).toBe("broken");
	expect(readSslyzeJson(Buffer.from(recorded, "utf16le").toString("utf8")).status).toBe("broken");
	for (let length = 0; length < recorded.trimEnd().length; length += 9_973)
		expect(readSslyzeJson(recorded.slice(0, length)).status).toBe("broken");
	expect(readSslyzeJson(invalid)).toEqual({ status: "no-connection", reason: "Could not resolve x" });
	expect(readSslyzeJson(unreachable)).toEqual({ status: "no-connection", reason: "Connection rejected" });
});
