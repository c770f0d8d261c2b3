import * as z from "zod/mini";

/** Classes of findings, as control tests and tasks name them. server/findings/controls.ts lists the rules of each. */
export const CLASS_IDS = [
	"old-protocols",
	"weak-ciphers",
	"ending-certificates",
	"untrusted-certificates",
	"mismatched-certificates",
	"tls-faults",
	"plain-pages",
	"missing-hsts",
	"missing-csp",
	"framing",
	"missing-headers",
	"insecure-cookies",
	"exposed-cookies",
	"sql-injection",
	"cross-site-scripting",
	"injection",
	"path-traversal",
	"cross-site-requests",
	"open-redirects",
	"exposed-files",
	"disclosed-versions",
	"access-bypass",
	"unsupported-software",
	"ending-support",
	"exposed-databases",
	"exposed-remote-control",
	"plain-administration",
	"unneeded-services",
] as const;
export const classId = z.enum(CLASS_IDS, "This is not one of our classes of findings.");
export type ClassId = z.infer<typeof classId>;
