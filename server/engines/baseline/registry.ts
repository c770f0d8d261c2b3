import type { Part } from "./evidence.ts";
import type { Rule } from "./rule.ts";
import { certificateExpired } from "./rules/certificate-expired.ts";
import { certificateExpiresSoon } from "./rules/certificate-expires-soon.ts";
import { certificateHostMismatch } from "./rules/certificate-host-mismatch.ts";
import { certificateNotYetValid } from "./rules/certificate-not-yet-valid.ts";
import { certificateUntrusted } from "./rules/certificate-untrusted.ts";
import { certificateWeakKey } from "./rules/certificate-weak-key.ts";
import { certificateWeakSignature } from "./rules/certificate-weak-signature.ts";
import { cookieWithoutHttponly } from "./rules/cookie-without-httponly.ts";
import { cookieWithoutSamesite } from "./rules/cookie-without-samesite.ts";
import { cookieWithoutSecure } from "./rules/cookie-without-secure.ts";
import { corsReflectsOrigin } from "./rules/cors-reflects-origin.ts";
import { cspMissing } from "./rules/csp-missing.ts";
import { cspUnsafe } from "./rules/csp-unsafe.ts";
import { directoryListing } from "./rules/directory-listing.ts";
import { dmarcPolicyNone } from "./rules/dmarc-policy-none.ts";
import { dnsNoCaa } from "./rules/dns-no-caa.ts";
import { dnsNoDmarc } from "./rules/dns-no-dmarc.ts";
import { dnsNoSpf } from "./rules/dns-no-spf.ts";
import { dnsWeakSpf } from "./rules/dns-weak-spf.ts";
import { exposedEnv } from "./rules/exposed-env.ts";
import { exposedGit } from "./rules/exposed-git.ts";
import { framingAllowed } from "./rules/framing-allowed.ts";
import { hstsMissing } from "./rules/hsts-missing.ts";
import { hstsShort } from "./rules/hsts-short.ts";
import { httpNotRedirected } from "./rules/http-not-redirected.ts";
import { libraryEndOfLife } from "./rules/library-end-of-life.ts";
import { mixedContent } from "./rules/mixed-content.ts";
import { noHttps } from "./rules/no-https.ts";
import { nosniffMissing } from "./rules/nosniff-missing.ts";
import { permissionsPolicyMissing } from "./rules/permissions-policy-missing.ts";
import { redirectDowngraded } from "./rules/redirect-downgraded.ts";
import { redirectToPrivateAddress } from "./rules/redirect-to-private-address.ts";
import { referrerPolicyWeak } from "./rules/referrer-policy-weak.ts";
import { scriptWithoutIntegrity } from "./rules/script-without-integrity.ts";
import { securityTxtMissing } from "./rules/security-txt-missing.ts";
import { softwareBehindLatest } from "./rules/software-behind-latest.ts";
import { softwareEndOfLife } from "./rules/software-end-of-life.ts";
import { softwareEndsSoon } from "./rules/software-ends-soon.ts";
import { softwareSupportUnknown } from "./rules/software-support-unknown.ts";
import { tls13Missing } from "./rules/tls-1-3-missing.ts";
import { tlsNoForwardSecrecy } from "./rules/tls-no-forward-secrecy.ts";
import { tlsOldProtocol } from "./rules/tls-old-protocol.ts";
import { tlsWeakCipher } from "./rules/tls-weak-cipher.ts";
import { versionDisclosed } from "./rules/version-disclosed.ts";

/** Every rule, by the part whose evidence it judges. A new rule is one file and one line here. */
export const RULES: { readonly [P in Part]: readonly Rule<P>[] } = {
	redirects: [noHttps, httpNotRedirected, redirectDowngraded, redirectToPrivateAddress],
	headers: [
		hstsMissing,
		hstsShort,
		cspMissing,
		cspUnsafe,
		framingAllowed,
		nosniffMissing,
		referrerPolicyWeak,
		permissionsPolicyMissing,
		cookieWithoutSecure,
		cookieWithoutHttponly,
		cookieWithoutSamesite,
	],
	content: [mixedContent, scriptWithoutIntegrity, directoryListing, libraryEndOfLife],
	cors: [corsReflectsOrigin],
	software: [versionDisclosed, softwareEndOfLife, softwareEndsSoon, softwareBehindLatest, softwareSupportUnknown],
	tls: [tlsOldProtocol, tls13Missing, tlsWeakCipher, tlsNoForwardSecrecy],
	certificate: [
		certificateExpired,
		certificateNotYetValid,
		certificateExpiresSoon,
		certificateUntrusted,
		certificateHostMismatch,
		certificateWeakKey,
		certificateWeakSignature,
	],
	mail: [dnsNoSpf, dnsWeakSpf, dnsNoDmarc, dmarcPolicyNone],
	caa: [dnsNoCaa],
	files: [exposedGit, exposedEnv, securityTxtMissing],
};
