import { CERTIFICATE_RULES, SOFTWARE_RULES, TLS_RULES } from "../shared/rules/registry.ts";
import type { Part } from "./evidence.ts";
import type { Rule } from "./rule.ts";
import { directoryListing } from "./rules/content/directory-listing.ts";
import { libraryEndOfLife } from "./rules/content/library-end-of-life.ts";
import { libraryVulnerable } from "./rules/content/library-vulnerable.ts";
import { mixedContent } from "./rules/content/mixed-content.ts";
import { scriptWithoutIntegrity } from "./rules/content/script-without-integrity.ts";
import { cookieWithoutHttponly } from "./rules/cookies/cookie-without-httponly.ts";
import { cookieWithoutSamesite } from "./rules/cookies/cookie-without-samesite.ts";
import { cookieWithoutSecure } from "./rules/cookies/cookie-without-secure.ts";
import { dmarcPolicyNone } from "./rules/dns/dmarc-policy-none.ts";
import { dnsNoCaa } from "./rules/dns/dns-no-caa.ts";
import { dnsNoDmarc } from "./rules/dns/dns-no-dmarc.ts";
import { dnsNoMtaSts } from "./rules/dns/dns-no-mta-sts.ts";
import { dnsNoSpf } from "./rules/dns/dns-no-spf.ts";
import { dnsNoTlsRpt } from "./rules/dns/dns-no-tls-rpt.ts";
import { dnsWeakSpf } from "./rules/dns/dns-weak-spf.ts";
import { exposedEnv } from "./rules/files/exposed-env.ts";
import { exposedGit } from "./rules/files/exposed-git.ts";
import { securityTxtMissing } from "./rules/files/security-txt-missing.ts";
import { corsReflectsOrigin } from "./rules/headers/cors-reflects-origin.ts";
import { crossOriginPoliciesMissing } from "./rules/headers/cross-origin-policies-missing.ts";
import { cspMissing } from "./rules/headers/csp-missing.ts";
import { cspUnsafe } from "./rules/headers/csp-unsafe.ts";
import { framingAllowed } from "./rules/headers/framing-allowed.ts";
import { hstsMissing } from "./rules/headers/hsts-missing.ts";
import { hstsShort } from "./rules/headers/hsts-short.ts";
import { nosniffMissing } from "./rules/headers/nosniff-missing.ts";
import { permissionsPolicyMissing } from "./rules/headers/permissions-policy-missing.ts";
import { referrerPolicyWeak } from "./rules/headers/referrer-policy-weak.ts";
import { versionDisclosed } from "./rules/headers/version-disclosed.ts";
import { httpNotRedirected } from "./rules/redirects/http-not-redirected.ts";
import { noHttps } from "./rules/redirects/no-https.ts";
import { redirectDowngraded } from "./rules/redirects/redirect-downgraded.ts";
import { redirectToPrivateAddress } from "./rules/redirects/redirect-to-private-address.ts";

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
		crossOriginPoliciesMissing,
		cookieWithoutSecure,
		cookieWithoutHttponly,
		cookieWithoutSamesite,
	],
	content: [mixedContent, scriptWithoutIntegrity, directoryListing, libraryEndOfLife, libraryVulnerable],
	cors: [corsReflectsOrigin],
	software: [versionDisclosed, ...SOFTWARE_RULES],
	tls: TLS_RULES,
	certificate: CERTIFICATE_RULES,
	mail: [dnsNoSpf, dnsWeakSpf, dnsNoDmarc, dmarcPolicyNone, dnsNoMtaSts, dnsNoTlsRpt],
	caa: [dnsNoCaa],
	files: [exposedGit, exposedEnv, securityTxtMissing],
};
