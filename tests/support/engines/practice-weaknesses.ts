const ON_BOTH_PORTS = [
	"cookie-without-httponly",
	"cookie-without-samesite",
	"cors-reflects-origin",
	"csp-missing",
	"directory-listing",
	"exposed-env",
	"exposed-git",
	"framing-allowed",
	"library-end-of-life",
	"library-vulnerable",
	"nosniff-missing",
	"permissions-policy-missing",
	"referrer-policy-weak",
	"script-without-integrity",
	"security-txt-missing",
	"software-end-of-life",
	"version-disclosed",
];

/** Exactly what the baseline has to find on each port of the practice target, by rule id, in alphabetical order. */
export const practiceWeaknesses = {
	http: [...ON_BOTH_PORTS, "http-not-redirected"].sort(),
	https: [
		...ON_BOTH_PORTS,
		"certificate-expired",
		"certificate-host-mismatch",
		"certificate-untrusted",
		"certificate-weak-key",
		"certificate-weak-signature",
		"cookie-without-secure",
		"cross-origin-policies-missing",
		"hsts-missing",
		"mixed-content",
		"tls-no-forward-secrecy",
		"tls-old-protocol",
		"tls-weak-cipher",
	].sort(),
};
