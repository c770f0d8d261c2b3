import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod/mini";
import { RETENTION_DAYS_DEFAULT } from "#src/config/retention.ts";
import { site } from "#src/config/site.ts";
import { readSealSecrets } from "../keys/seal-secrets.ts";
import { isSecret } from "../keys/secret-text.ts";
import { createPolicy } from "../outgoing/policy.ts";

/** The setting TRUST_PROXY: no proxy, one proxy directly in front of us, or a list of addresses and ranges. */
export type TrustProxy = false | "on" | readonly string[];

/** The setting ZAP_ARCHIVE: the address of a release of ZAP, and its checksum. */
export type ZapArchive = { url: string; sha256: string };

export type Config = z.infer<typeof settings>;

/** Invalid settings: one message that names each of them and what it expects. */
export class ConfigError extends Error {
	override name = "ConfigError";
}

const text = (wanted: string, test: (value: string) => boolean) => z.string().check(z.refine(test, wanted));

const wholeNumber = (min: number, max: number) => {
	const wanted = `a whole number from ${min} to ${max}`;
	const inRange = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
	return z.pipe(
		text(wanted, inRange),
		z.transform((value: string) => Number(value)),
	);
};

const isUrl = (protocols: string[]) => (value: string) => protocols.includes(URL.parse(value)?.protocol ?? "");

const publicUrl = z.pipe(
	text("an http or https address without a path, such as https://scan.example.com", (value) => {
		const url = URL.parse(value);
		return url !== null && isUrl(["http:", "https:"])(value) && url.pathname === "/" && !url.search && !url.username;
	}),
	z.transform((value: string) => new URL(value).origin),
);

const zapUrl = z.pipe(
	text("the http address of a ZAP daemon without a path, such as http://127.0.0.1:8090", (value) => {
		const url = URL.parse(value);
		return url?.protocol === "http:" && url.href === `${url.origin}/`;
	}),
	z.transform((value: string) => new URL(value).origin),
);

const s3Endpoint = z.pipe(
	text("the http or https address of an S3 service without a path, such as https://s3.example.com", (value) => {
		const url = URL.parse(value);
		return url !== null && isUrl(["http:", "https:"])(value) && url.href === `${url.origin}/`;
	}),
	z.transform((value: string) => new URL(value).origin),
);

const s3Key = text("a key as the S3 service gave it, without spaces", (value) => /^[\x21-\x7e]{1,256}$/.test(value));

const databaseUrl = text(
	"a PostgreSQL address such as postgres://user:password@host/name",
	isUrl(["postgres:", "postgresql:"]),
);

/** Exactly as browsers write them in `Origin`, so that they can be compared as text. */
const isOrigin = (value: string) => isUrl(["http:", "https:"])(value) && URL.parse(value)?.origin === value;

const corsOrigins = z.pipe(
	text(
		"origins without a path, separated by commas, such as https://app.example.com",
		(value) => value === "" || value.split(",").every((entry) => isOrigin(entry.trim())),
	),
	z.transform((value: string) => (value === "" ? [] : value.split(",").map((entry) => entry.trim()))),
);

const scanAllow = z.string().check((context) => {
	try {
		createPolicy({ allow: context.value, practicePorts: [] });
	} catch (error) {
		const message = `host names, addresses or ranges, separated by commas. ${(error as Error).message}`;
		context.issues.push({ code: "custom", message, input: context.value });
	}
});

const isAddressOrRange = (value: string) =>
	ipaddr.isValidCIDR(value) || ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value);

const trustProxy = z.pipe(
	text(
		"off, on (one proxy, with a private address), or a list of addresses and ranges, separated by commas",
		(value) => ["off", "on"].includes(value) || value.split(",").every((entry) => isAddressOrRange(entry.trim())),
	),
	z.transform((value: string): TrustProxy => {
		if (value === "off") return false;
		if (value === "on") return value;
		return value.split(",").map((entry) => entry.trim());
	}),
);

const toolPath = text("the full path of a program", isAbsolute);

/** The checksum is part of the address, so neither is ever changed without the other. */
const zapArchive = z.pipe(
	text(
		"the https address of a .tar.gz of ZAP, then #sha256= and its checksum in 64 hexadecimal digits",
		(value) => readZapArchive(value) !== undefined,
	),
	z.transform((value: string) => readZapArchive(value) ?? { url: "", sha256: "" }),
);

function readZapArchive(value: string): ZapArchive | undefined {
	const url = URL.parse(value);
	const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url?.hash ?? "")?.[1];
	if (!url || sha256 === undefined || !url.pathname.endsWith(".tar.gz")) return undefined;
	// The log shows the address.
	if (url.username !== "" || url.password !== "") return undefined;
	// Without https, others on the network could read along. On this machine there is no network in between.
	const isHere = url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
	if (url.protocol !== "https:" && !isHere) return undefined;
	url.hash = "";
	return { url: url.href, sha256: sha256.toLowerCase() };
}

/** Every setting: its default as it would be written in the environment, and its required format. */
export const settings = z.object({
	HOST: z.prefault(
		text("an address to listen on", (value) => value !== ""),
		"127.0.0.1",
	),
	PORT: z.prefault(wholeNumber(0, 65_535), "8000"),
	PUBLIC_URL: z.optional(publicUrl),
	CORS_ORIGINS: z.prefault(corsOrigins, ""),
	TRUST_PROXY: z.prefault(trustProxy, "off"),
	VAR_DIR: z.prefault(
		z.pipe(
			z.string(),
			z.transform((value: string) => resolve(value)),
		),
		"var",
	),
	PAGES_DIR: z.prefault(z.string(), "dist"),
	DATABASE_URL: z.optional(databaseUrl),
	DATABASE_OWNER_URL: z.optional(databaseUrl),
	SMTP_URL: z.optional(text("an address such as smtps://user:password@mail.example.com", isUrl(["smtp:", "smtps:"]))),
	MAIL_FROM: z.prefault(
		text("an address such as Plumbline <scans@example.com>", (value) => /[^\s@]@[^\s@]/.test(value)),
		`${site.name} <${site.email}>`,
	),
	TEAM_EMAIL: z.prefault(
		text("an email address", (value) => /^[^\s@]+@[^\s@]+$/.test(value)),
		site.email,
	),
	VAPID_PRIVATE_KEY: z.optional(
		text(
			"the private key notifications are sent with: 32 bytes in base64url",
			(value) => /^[\w-]{43}$/.test(value) && Buffer.from(value, "base64url").some((byte) => byte !== 0),
		),
	),
	SEAL_SECRET: z.optional(
		text("secrets of 32 bytes in base64url, separated by commas", (value) => readSealSecrets(value) !== undefined),
	),
	WEBHOOK_SECRET: z.optional(text("a secret of 32 bytes in base64url", isSecret)),
	WEBHOOK_ALLOW: z.prefault(scanAllow, ""),
	TICKET_ALLOW: z.prefault(scanAllow, ""),
	SIGN_ON_ALLOW: z.prefault(scanAllow, ""),
	PUSH_ALLOW: z.prefault(scanAllow, ""),
	ROLE: z.prefault(z.enum(["all", "api", "worker"], "all, api or worker"), "all"),
	SCAN_ALLOW: z.prefault(scanAllow, ""),
	PRACTICE_TARGET: z.prefault(z.enum(["on", "off"], "on or off"), "on"),
	PRACTICE_PORT: z.prefault(wholeNumber(0, 65_534), "8099"),
	NDPR_SCRIPT_URL: z.optional(text("the address of an embed script", isUrl(["http:", "https:"]))),
	NDPR_FORM_URL: z.optional(text("the address of a hosted form", isUrl(["http:", "https:"]))),
	ENGINES: z.prefault(z.enum(["on", "off"], "on or off"), "on"),
	NMAP_PATH: z.optional(toolPath),
	SSLYZE_PATH: z.optional(toolPath),
	WAPITI_PATH: z.optional(toolPath),
	ZAP_PATH: z.optional(toolPath),
	ZAP_ARCHIVE: z.optional(zapArchive),
	ZAP_IMAGE: z.optional(
		text("the name of a container image, such as ghcr.io/zaproxy/zaproxy:stable", (value) =>
			/^[a-z0-9][a-z0-9._/:@-]{0,254}$/i.test(value),
		),
	),
	ZAP_URL: z.optional(zapUrl),
	ZAP_API_KEY: z.optional(
		text("the key of ZAP's API: at most 256 letters, digits and signs, without spaces", (value) =>
			/^[\x21-\x7e]{1,256}$/.test(value),
		),
	),
	RETENTION_DAYS: z.prefault(wholeNumber(1, 3_650), String(RETENTION_DAYS_DEFAULT)),
	LOG_LEVEL: z.prefault(
		z.enum(["debug", "info", "warn", "error", "silent"], "debug, info, warn, error or silent"),
		"info",
	),
	LIMIT_PER_ADDRESS: z.prefault(wholeNumber(1, 1_000_000), "30"),
	SCANS_PER_ACCOUNT: z.prefault(wholeNumber(1, 16), "4"),
	SCANS_PER_TARGET: z.prefault(wholeNumber(1, 16), "1"),
	LIMIT_PER_ACCOUNT: z.prefault(wholeNumber(1, 1_000_000), "60"),
	LIMIT_PER_EMAIL: z.prefault(wholeNumber(1, 1_000_000), "3"),
	LIMIT_PER_TARGET: z.prefault(wholeNumber(1, 1_000_000), "3"),
	LIMIT_SIGN_IN: z.prefault(wholeNumber(1, 1_000_000), "10"),
	LIMIT_ACCOUNT_CALLS: z.prefault(wholeNumber(1, 1_000_000), "20"),
	LIMIT_TOKEN_CALLS: z.prefault(wholeNumber(1, 1_000_000), "300"),
	LIMIT_UPLOADS: z.prefault(wholeNumber(1, 1_000_000), "2000"),
	EVIDENCE_FILE_MB: z.prefault(wholeNumber(1, 1_000), "25"),
	EVIDENCE_QUOTA_MB: z.prefault(wholeNumber(1, 1_000_000), "2000"),
	EVIDENCE_UPLOAD_DAYS: z.prefault(wholeNumber(1, 90), "7"),
	FILE_STORE: z.prefault(z.enum(["database", "s3"], "database or s3"), "database"),
	S3_ENDPOINT: z.optional(s3Endpoint),
	S3_BUCKET: z.optional(
		text("the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens", (value) =>
			/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
		),
	),
	S3_REGION: z.prefault(
		text("the name of a region, such as eu-central-1", (value) => /^[\w-]{1,64}$/.test(value)),
		"us-east-1",
	),
	S3_ACCESS_KEY_ID: z.optional(s3Key),
	S3_SECRET_ACCESS_KEY: z.optional(s3Key),
	S3_FORCE_PATH_STYLE: z.prefault(z.enum(["on", "off"], "on or off"), "on"),
	SCAN_TIME_LIMIT: z.prefault(wholeNumber(1, 3_600), "120"),
	ZAP_TIME_LIMIT: z.prefault(wholeNumber(1, 14_400), "900"),
	METRICS_PORT: z.optional(wholeNumber(0, 65_534)),
	METRICS_HOST: z.optional(text("an address to listen on", (value) => value !== "")),
	DRAIN_SECONDS: z.prefault(wholeNumber(0, 300), "0"),
});

/** Reads all settings from the environment. An empty value counts as not given. Throws a ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
	const parsed = settings.safeParse(given);
	const problems = parsed.success
		? []
		: parsed.error.issues.map(({ path, message }) => {
				const name = String(path[0]);
				return `  ${name} is "${redact(name, given[name] ?? "")}", but wants ${message}`;
			});
	const role = given.ROLE ?? "all";
	if (role !== "all" && given.DATABASE_URL === undefined) {
		problems.push(`  ROLE is "${role}", which needs DATABASE_URL: the embedded database serves one process only`);
	}
	if (given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined) {
		problems.push(
			"  DATABASE_OWNER_URL is set without DATABASE_URL: it names the role that owns that database's tables, and the embedded database has its own",
		);
	}
	if (parsed.success && parsed.data.PUBLIC_URL?.startsWith("https:") && parsed.data.TRUST_PROXY === false) {
		problems.push(
			`  TRUST_PROXY is "off", but PUBLIC_URL begins with https, so there must be a proxy in front: set it to on, or to the proxy's address. Without it every page would redirect to itself, and all visitors would share one limit`,
		);
	}
	if ((given.NDPR_SCRIPT_URL === undefined) !== (given.NDPR_FORM_URL === undefined)) {
		problems.push(
			"  NDPR_SCRIPT_URL and NDPR_FORM_URL belong together: set both, or neither for our own questionnaire",
		);
	}
	const ofS3 = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].filter((name) => given[name] === undefined);
	if (ofS3.length === 1 || ofS3.length === 2 || (ofS3.length === 3 && given.FILE_STORE === "s3")) {
		problems.push(
			`  ${ofS3.join(" and ")} ${ofS3.length === 1 ? "is" : "are"} not set: a bucket, the ID of a key and its secret belong together, and FILE_STORE "s3" needs them`,
		);
	}
	if (!parsed.success || problems.length > 0) {
		throw new ConfigError(`These settings cannot be used:\n${problems.join("\n")}`);
	}
	return parsed.data;
}

/** Addresses of databases and mail servers carry passwords. */
function redact(name: string, value: string): string {
	// Up to the last @: a password that is not encoded may hold every other separator.
	if (/_(KEY|KEY_ID|SECRET)$/.test(name)) return "…";
	return /_(URL|ARCHIVE|ENDPOINT)$/.test(name) ? value.replace(/^((?:[a-z][a-z\d+.-]*:\/\/)?).*@/is, "$1…@") : value;
}
