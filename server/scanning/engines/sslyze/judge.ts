import type { Finding } from "#contract/findings/findings.ts";
import { judgeWith } from "../shared/finding.ts";
import type { RuleOver } from "../shared/rule.ts";
import { CERTIFICATE_RULES, TLS_RULES } from "../shared/rules/registry.ts";
import { certificateEvidences, type SslyzeEvidence, tlsEvidence } from "./evidence.ts";
import { chainOrder } from "./rules/certificate-chain-order.ts";
import { hstsMissing } from "./rules/hsts-missing.ts";
import { ccsInjection } from "./rules/tls-ccs-injection.ts";
import { clientRenegotiation } from "./rules/tls-client-renegotiation.ts";
import { compression } from "./rules/tls-compression.ts";
import { heartbleed } from "./rules/tls-heartbleed.ts";
import { legacyCipher } from "./rules/tls-legacy-cipher.ts";
import { mozillaIntermediate } from "./rules/tls-mozilla-intermediate.ts";
import { noFallbackScsv } from "./rules/tls-no-fallback-scsv.ts";
import { robot } from "./rules/tls-robot.ts";
import { sslOffered } from "./rules/tls-ssl-offered.ts";
import { weakKeyExchange } from "./rules/tls-weak-key-exchange.ts";

export const ENGINE = "sslyze";

/** What our own handshakes cannot see. */
const RULES: readonly RuleOver<SslyzeEvidence>[] = [
	sslOffered,
	legacyCipher,
	heartbleed,
	ccsInjection,
	robot,
	clientRenegotiation,
	compression,
	noFallbackScsv,
	weakKeyExchange,
	chainOrder,
	hstsMissing,
	mozillaIntermediate,
];

/** Judges one port. Versions, suites and certificates go by the same rules as those from our own handshakes. Pure. */
export function judge(evidence: SslyzeEvidence, now: Date): Finding[] {
	const tls = tlsEvidence(evidence);
	return [
		...judgeWith(ENGINE, RULES, evidence, now),
		...(tls ? judgeWith(ENGINE, TLS_RULES, tls, now) : []),
		...certificateEvidences(evidence, now).flatMap((certificate) =>
			judgeWith(ENGINE, CERTIFICATE_RULES, certificate, now),
		),
	];
}
