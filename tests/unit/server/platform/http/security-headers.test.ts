import { expect, test } from "vitest";
import { securityHeaders } from "#server/platform/http/gate/security-headers.ts";

const STYLE = "'sha256-Vb5mG5QTwpYLNFCLzA8qpz2X6NEXlOXGn+Mb2lj6bxk='";
const headersOf = (path: string) => securityHeaders({ path, isHttps: true, styles: [STYLE] });
const policyOf = (headers: Record<string, string>) =>
	Object.fromEntries(
		(headers["Content-Security-Policy"] ?? "").split("; ").map((part) => {
			const [name = "", ...sources] = part.split(" ");
			return [name, sources];
		}),
	);

/** What Mozilla's Observatory gives points for (its checks, version 4): all of them together give an A+. */
test("a page's headers pass each check of the Observatory", () => {
	const headers = headersOf("/");
	const policy = policyOf(headers);
	expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
	expect(Object.values(policy).flat()).not.toContain("'unsafe-eval'");
	expect(policy).toMatchObject({
		"default-src": ["'self'"],
		"script-src": ["'self'"],
		"style-src": ["'self'", STYLE],
		"object-src": ["'none'"],
		"base-uri": ["'none'"],
		"form-action": ["'self'"],
		"frame-ancestors": ["'none'"],
	});
	expect(headers).toMatchObject({
		"Strict-Transport-Security": "max-age=31536000; includeSubDomains",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
	});
});

test("a page of ours may use the camera, the microphone and the location, and show what it captured; nothing else may", () => {
	const headers = headersOf("/dashboard/evidence/new");
	const policy = policyOf(headers);
	expect(policy["img-src"]).toEqual(["'self'", "data:", "blob:"]);
	expect(policy["media-src"]).toEqual(["'self'", "blob:"]);
	expect(headers["Permissions-Policy"]?.split(", ")).toEqual([
		"accelerometer=()",
		"gyroscope=()",
		"magnetometer=()",
		"payment=()",
		"usb=()",
		"camera=(self)",
		"geolocation=(self)",
		"microphone=(self)",
	]);
});

test("Trusted Types are required, but for the page with another provider's script", () => {
	const embed = { script: "https://forms.example/embed.js", form: "https://forms.example/form" };
	const foreign = (path: string) => policyOf(securityHeaders({ path, isHttps: true, embed }));
	expect(policyOf(headersOf("/ndpr"))["require-trusted-types-for"]).toEqual(["'script'"]);
	expect(foreign("/outbox")["require-trusted-types-for"]).toEqual(["'script'"]);
	expect(foreign("/ndpr")["require-trusted-types-for"]).toBeUndefined();
	expect(foreign("/ndpr")["script-src"]).toEqual(["'self'", "https://forms.example"]);
});
