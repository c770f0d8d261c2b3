/**
 * Frameworks for which we ship a pack, in the order in which screens list them. No schemas here, because the landing page loads
 * this to count them.
 */
export const FRAMEWORK_IDS = [
	"nist-csf",
	"iso-27001",
	"soc-2",
	"pci-dss",
	"hipaa",
	"gdpr",
	"ndpa",
	"nis2",
	"dora",
	"cra",
	"popia",
	"mvsp",
	"essential-eight",
	"cpg",
	"caf",
	"nist-800-171",
	"nist-ssdf",
	"nist-privacy",
	"nist-ai-rmf",
	"owasp-asvs",
	"owasp-top-10",
	"owasp-api-top-10",
] as const;
