import * as z from "zod/mini";
import { parseJson } from "../shared/parse-json.ts";

const suite = z.object({
	cipher_suite: z.object({ name: z.string(), key_size: z.number(), is_anonymous: z.boolean() }),
	ephemeral_key: z.optional(z.nullable(z.object({ type_name: z.string(), size: z.number() }))),
});

/** One scan command's outcome: done, broken, or never requested. */
const command = <T extends z.ZodMiniType>(result: T) =>
	z.optional(
		z.object({ status: z.string(), error_reason: z.optional(z.nullable(z.string())), result: z.nullable(result) }),
	);

const suites = command(z.object({ is_tls_version_supported: z.boolean(), accepted_cipher_suites: z.array(suite) }));

const deployment = z.object({
	received_certificate_chain: z.array(z.object({ as_pem: z.string() })),
	/** Its shape depends on the version, and only whether there is one counts. */
	ocsp_response: z.optional(z.unknown()),
	received_chain_has_valid_order: z.optional(z.nullable(z.boolean())),
	path_validation_results: z.array(
		z.object({ trust_store: z.object({ name: z.string() }), was_validation_successful: z.boolean() }),
	),
});

const scanResult = z.object({
	certificate_info: command(z.object({ certificate_deployments: z.array(deployment) })),
	ssl_2_0_cipher_suites: suites,
	ssl_3_0_cipher_suites: suites,
	tls_1_0_cipher_suites: suites,
	tls_1_1_cipher_suites: suites,
	tls_1_2_cipher_suites: suites,
	tls_1_3_cipher_suites: suites,
	tls_compression: command(z.object({ supports_compression: z.boolean() })),
	openssl_ccs_injection: command(z.object({ is_vulnerable_to_ccs_injection: z.boolean() })),
	tls_fallback_scsv: command(z.object({ supports_fallback_scsv: z.boolean() })),
	heartbleed: command(z.object({ is_vulnerable_to_heartbleed: z.boolean() })),
	robot: command(z.object({ robot_result: z.string() })),
	session_renegotiation: command(
		z.object({
			supports_secure_renegotiation: z.boolean(),
			is_vulnerable_to_client_renegotiation_dos: z.boolean(),
		}),
	),
	http_headers: command(
		z.object({
			http_error_trace: z.optional(z.nullable(z.string())),
			strict_transport_security_header: z.nullable(z.object({ max_age: z.nullable(z.number()) })),
		}),
	),
	tls_extended_master_secret: command(z.object({ supports_ems_extension: z.boolean() })),
});
export type SslyzeResult = z.infer<typeof scanResult>;

const output = z.object({
	invalid_server_strings: z.array(z.object({ server_string: z.string(), error_message: z.string() })),
	server_scan_results: z.array(
		z.object({
			connectivity_status: z.string(),
			connectivity_error_trace: z.nullable(z.string()),
			scan_status: z.string(),
			scan_result: z.nullable(scanResult),
		}),
	),
});

/** What sslyze's file says about its one target. */
export type SslyzeOutput =
	| { status: "done"; result: SslyzeResult }
	| { status: "no-connection"; reason: string }
	| { status: "broken"; reason: string };

/** Reads the report of a run with one target. Anything but a finished scan is a failure, never "nothing found". */
export function readSslyzeJson(text: string): SslyzeOutput {
	const json = parseJson(text);
	if (json === undefined)
		return { status: "broken", reason: text === "" ? "It wrote no report." : "Its report is not JSON." };
	const parsed = output.safeParse(json);
	if (!parsed.success) return { status: "broken", reason: "Its report does not have the form we know." };
	const { invalid_server_strings: invalid, server_scan_results: results } = parsed.data;
	if (invalid[0]) return { status: "no-connection", reason: invalid[0].error_message };
	const [only] = results;
	if (!only || results.length > 1)
		return { status: "broken", reason: `It reports on ${results.length} targets in place of one.` };
	if (only.connectivity_status !== "COMPLETED" || only.scan_status !== "COMPLETED" || !only.scan_result) {
		const lastLine = (only.connectivity_error_trace ?? "").trim().split("\n").at(-1) ?? "";
		return { status: "no-connection", reason: lastLine.replace(/^[\w.]+: /, "") };
	}
	return { status: "done", result: only.scan_result };
}
