import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const GUEST = "https://app.example.com";
const server = await startTestServer({ env: { CORS_ORIGINS: `${GUEST}, http://localhost:5173` } });
const { cookie } = await createAccount(server);
const from = (origin: string) => apiClient(server.url, { Origin: origin, Cookie: cookie });
const allowed = (response: Response) => ({
	origin: response.headers.get("Access-Control-Allow-Origin"),
	credentials: response.headers.get("Access-Control-Allow-Credentials"),
	vary: response.headers.get("Vary"),
});

describe("a front end on a listed origin", () => {
	test("may read and write with the visitor's session", async () => {
		const read = await from(GUEST)("listScans");
		expect(read.status).toBe(200);
		expect(allowed(read)).toEqual({ origin: GUEST, credentials: "true", vary: "Origin" });
		expect(read.headers.get("Access-Control-Expose-Headers")).toContain("ETag");
		const written = await from(GUEST)("startSslyzeScan", { body: { target: "example.com:443" } });
		expect(written.status).toBe(202);
	});

	test("is allowed by the preflight", async () => {
		const response = await fetch(`${server.url}/api/v1/scans/sslyze/start/`, {
			method: "OPTIONS",
			headers: {
				Origin: GUEST,
				"Access-Control-Request-Method": "POST",
				"Access-Control-Request-Headers": "plumbline-account",
			},
		});
		expect(response.status).toBe(204);
		expect(allowed(response).origin).toBe(GUEST);
		const listed = (name: string) => response.headers.get(name)?.split(", ");
		// Browsers send HEAD without a preflight (Fetch, "CORS-safelisted method").
		const methods = new Set(Object.values(OPERATIONS).flatMap(({ method }) => (method === "HEAD" ? [] : [method])));
		expect(listed("Access-Control-Allow-Methods")?.toSorted()).toEqual([...methods].toSorted());
		expect(listed("Access-Control-Allow-Headers")).toEqual(
			expect.arrayContaining(["Plumbline-Account", "Plumbline-Workspace", "Plumbline-Client"]),
		);
	});

	test("may use only the API: forms on pages linked from emails are ours", async () => {
		const response = await fetch(`${server.url}/r/token/delete`, { method: "POST", headers: { Origin: GUEST } });
		expect(await refusalOf(response)).toMatchObject({ status: 403, code: "cross_origin" });
	});
});

describe("any other origin", () => {
	test.each(["https://evil.example", "https://app.example.com.evil.example", "http://app.example.com", "null"])(
		"%s may neither read nor write",
		async (origin) => {
			expect(allowed(await from(origin)("listScans")).origin).toBeNull();
			const written = await from(origin)("startSslyzeScan", { body: { target: "example.com:443" } });
			expect(await refusalOf(written)).toMatchObject({ status: 403, code: "cross_origin" });
		},
	);
});
