import type { CertificateEvidence, SoftwareEvidence, TlsEvidence } from "../evidence.ts";
import type { RuleOver } from "../rule.ts";
import { certificateExpired } from "./certificate/certificate-expired.ts";
import { certificateExpiresSoon } from "./certificate/certificate-expires-soon.ts";
import { certificateHostMismatch } from "./certificate/certificate-host-mismatch.ts";
import { certificateNotStapled } from "./certificate/certificate-not-stapled.ts";
import { certificateNotYetValid } from "./certificate/certificate-not-yet-valid.ts";
import { certificateTooLong } from "./certificate/certificate-too-long.ts";
import { certificateUntrusted } from "./certificate/certificate-untrusted.ts";
import { certificateWeakKey } from "./certificate/certificate-weak-key.ts";
import { certificateWeakSignature } from "./certificate/certificate-weak-signature.ts";
import { softwareBehindLatest } from "./software/software-behind-latest.ts";
import { softwareEndOfLife } from "./software/software-end-of-life.ts";
import { softwareEndsSoon } from "./software/software-ends-soon.ts";
import { softwareSupportUnknown } from "./software/software-support-unknown.ts";
import { tls13Missing } from "./tls/tls-1-3-missing.ts";
import { tlsBrowsersRefused } from "./tls/tls-browsers-refused.ts";
import { tlsInsecureRenegotiation } from "./tls/tls-insecure-renegotiation.ts";
import { tlsNoForwardSecrecy } from "./tls/tls-no-forward-secrecy.ts";
import { tlsOldProtocol } from "./tls/tls-old-protocol.ts";
import { tlsWeakCipher } from "./tls/tls-weak-cipher.ts";

/** Certificates, TLS versions and software versions mean the same whichever engine read them. */
export const CERTIFICATE_RULES: readonly RuleOver<CertificateEvidence>[] = [
	certificateExpired,
	certificateNotYetValid,
	certificateExpiresSoon,
	certificateUntrusted,
	certificateHostMismatch,
	certificateWeakKey,
	certificateWeakSignature,
	certificateTooLong,
	certificateNotStapled,
];

export const TLS_RULES: readonly RuleOver<TlsEvidence>[] = [
	tlsOldProtocol,
	tls13Missing,
	tlsWeakCipher,
	tlsNoForwardSecrecy,
	tlsInsecureRenegotiation,
	tlsBrowsersRefused,
];

/** Rules about support; they judge all software that was seen together. */
export const SOFTWARE_RULES: readonly RuleOver<SoftwareEvidence>[] = [
	softwareEndOfLife,
	softwareEndsSoon,
	softwareBehindLatest,
	softwareSupportUnknown,
];
