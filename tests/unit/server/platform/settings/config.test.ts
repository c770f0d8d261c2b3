import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/platform/settings/config.ts";

const why = (env: Record<string, string>): string => {
	try {
		readConfig(env);
	} catch (error) {
		if (error instanceof ConfigError) return error.message;
		throw error;
	}
	return "";
};

describe("the settings", () => {
	test("are all optional", () => {
		expect(readConfig({})).toEqual({
			HOST: "127.0.0.1",
			PORT: 8000,
			PUBLIC_URL: undefined,
			CORS_ORIGINS: [],
			TRUST_PROXY: false,
			VAR_DIR: resolve("var"),
			PAGES_DIR: "dist",
			MAIL_FROM: "Plumbline <hello@plumbline.example>",
			TEAM_EMAIL: "hello@plumbline.example",
			ROLE: "all",
			SCAN_ALLOW: "",
			SIGN_ON_ALLOW: "",
			PUSH_ALLOW: "",
			WEBHOOK_ALLOW: "",
			TICKET_ALLOW: "",
			PRACTICE_TARGET: "on",
			ENGINES: "on",
			PRACTICE_PORT: 8099,
			RETENTION_DAYS: 30,
			LOG_LEVEL: "info",
			LIMIT_PER_ADDRESS: 30,
			LIMIT_PER_ACCOUNT: 60,
			SCANS_PER_ACCOUNT: 4,
			SCANS_PER_TARGET: 1,
			LIMIT_PER_EMAIL: 3,
			LIMIT_PER_TARGET: 3,
			LIMIT_SIGN_IN: 10,
			LIMIT_ACCOUNT_CALLS: 20,
			LIMIT_TOKEN_CALLS: 300,
			LIMIT_UPLOADS: 2000,
			EVIDENCE_FILE_MB: 25,
			EVIDENCE_QUOTA_MB: 2000,
			EVIDENCE_UPLOAD_DAYS: 7,
			FILE_STORE: "database",
			S3_REGION: "us-east-1",
			S3_FORCE_PATH_STYLE: "on",
			SCAN_TIME_LIMIT: 120,
			ZAP_TIME_LIMIT: 900,
			DRAIN_SECONDS: 0,
		});
	});

	test("that are empty count as not given, and unknown ones are ignored", () => {
		expect(readConfig({ PORT: "", PATH: "/bin", DATABASE_URL: "" })).toEqual(readConfig({}));
	});

	test("are read in their own form", () => {
		expect(
			readConfig({ PUBLIC_URL: "https://scan.example.com/", TRUST_PROXY: "10.0.0.0/8, 192.0.2.1", PORT: "0" }),
		).toMatchObject({ PUBLIC_URL: "https://scan.example.com", TRUST_PROXY: ["10.0.0.0/8", "192.0.2.1"], PORT: 0 });
	});

	test.each([
		["PORT", "65536"],
		["PORT", "8000x"],
		["PORT", "1e3"],
		["PUBLIC_URL", "scan.example.com"],
		["PUBLIC_URL", "https://scan.example.com/path"],
		["TRUST_PROXY", "yes please"],
		["CORS_ORIGINS", "app.example.com"],
		["CORS_ORIGINS", "https://app.example.com/"],
		["DATABASE_URL", "mysql://x"],
		["SMTP_URL", "mail.example.com"],
		["MAIL_FROM", "Plumbline"],
		["TEAM_EMAIL", "nobody"],
		["ROLE", "boss"],
		["SCAN_ALLOW", "10.0.0.0/99"],
		["PUSH_ALLOW", "10.0.0.0/99"],
		["PRACTICE_TARGET", "maybe"],
		["PRACTICE_PORT", "65535"],
		["RETENTION_DAYS", "0"],
		["LOG_LEVEL", "loud"],
		["ZAP_URL", "https://127.0.0.1:8090"],
		["ZAP_URL", "http://127.0.0.1:8090/JSON?x"],
		["ZAP_URL", "127.0.0.1:8090"],
	])("%s refuses %s and says what it wants", (name, value) => {
		expect(why({ [name]: value })).toContain(`${name} is "${value}", but wants `);
	});

	test("that are wrong are all named in one message", () => {
		expect(why({ PORT: "x", ROLE: "y" })).toMatch(/PORT.*ROLE/s);
	});

	test("with passwords in them are not repeated whole", () => {
		const message = why({ DATABASE_URL: "mysql://ada:secret@host/name" });
		expect(message).toContain("mysql://…@host/name");
		expect(why({ VAPID_PRIVATE_KEY: "half-a-key" })).toContain('VAPID_PRIVATE_KEY is "…"');
		expect(why({ SEAL_SECRET: "half-a-secret" })).toContain('SEAL_SECRET is "…"');
		expect(why({ ZAP_API_KEY: "two\r\nlines" })).toContain('ZAP_API_KEY is "…"');
		expect(message).not.toContain("secret");
	});

	test("take an archive of ZAP with its checksum only, from https or from this machine", () => {
		const sha256 = "0123456789abcdef".repeat(4);
		const url = "https://example.com/ZAP_2.17.0_Linux.tar.gz";
		expect(readConfig({ ZAP_ARCHIVE: `${url}#sha256=${sha256.toUpperCase()}` }).ZAP_ARCHIVE).toEqual({ url, sha256 });
		expect(why({ ZAP_ARCHIVE: `http://127.0.0.1:8000/zap.tar.gz#sha256=${sha256}` })).toBe("");
		for (const value of [
			url,
			`${url}#sha256=${sha256.slice(1)}`,
			`${url}#md5=${sha256}`,
			`http://example.com/zap.tar.gz#sha256=${sha256}`,
			`https://example.com/zap.zip#sha256=${sha256}`,
			`https://user:secret@example.com/zap.tar.gz#sha256=${sha256}`,
			`file:///zap.tar.gz#sha256=${sha256}`,
		])
			expect(why({ ZAP_ARCHIVE: value }), value).toMatch(/^(?!.*secret).*#sha256= and its checksum/s);
	});

	test("other than ROLE=all need a separate database", () => {
		expect(why({ ROLE: "worker" })).toContain("needs DATABASE_URL");
		expect(why({ DATABASE_OWNER_URL: "postgres://owner:secret@localhost/x" })).toContain("set without DATABASE_URL");
		expect(readConfig({ ROLE: "worker", DATABASE_URL: "postgres://localhost/x" }).ROLE).toBe("worker");
	});

	test("name a proxy that is no address before anything is started", () => {
		for (const value of ["beef", "10.0.0.0/99", "10.0.0.1,,10.0.0.2", "10.0.0.1,"]) {
			expect(why({ TRUST_PROXY: value })).toContain(`TRUST_PROXY is "${value}"`);
		}
		expect(readConfig({ TRUST_PROXY: "10.0.0.0/8,2001:db8::/32,::1" }).TRUST_PROXY).toHaveLength(3);
	});

	test("want a proxy to be trusted where the public address is https, or every page would redirect to itself", () => {
		expect(why({ PUBLIC_URL: "https://scan.example.com" })).toContain("TRUST_PROXY");
		expect(why({ PUBLIC_URL: "http://scan.example.com" })).toBe("");
	});

	test("are never repeated with a password in them, whatever it is made of", () => {
		for (const value of ["mysql://user:se/c@ret@host/name", "user:secret@host", "mysql://user:secret@host"]) {
			const message = why({ DATABASE_URL: value });
			expect(message).toContain("DATABASE_URL is");
			expect(message).not.toMatch(/se\/c|ret@|secret/);
		}
	});
});
