import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { ERROR_STATUS } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import type { Document, JsonSchema } from "#server/app/api-docs/openapi.ts";
import { apiClient } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

/** Every route as registered in Fastify. */
const routes: string[] = [];
const noteRoutes = (message: unknown) => {
	(message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
		for (const name of [method].flat()) routes.push(`${name} ${url}`);
	});
};

subscribe("fastify.initialization", noteRoutes);
const server = await startTestServer();
unsubscribe("fastify.initialization", noteRoutes);
const visitor = apiClient(server.url);
const described: Document = await (await visitor("readOpenApi")).json();
const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, call]) => ({ path, method, call })),
);

test("the description has every operation of the contract once, and no other", () => {
	const operations: [string, Operation][] = Object.entries(OPERATIONS);
	const expected = operations.map(
		([name, { method, path }]) => `${name} ${method} /${path.replace(/:(\w+)/g, "{$1}")}`,
	);
	const found = calls.map(({ path, method, call }) => `${call.operationId} ${method.toUpperCase()} ${path}`);
	expect(found.toSorted()).toEqual(expected.toSorted());
});

test("no route below the API's base is missing from it", () => {
	const known = calls.map(
		({ path, method }) => `${method.toUpperCase()} ${API_BASE}${path.slice(1).replace(/\{(\w+)\}/g, ":$1")}`,
	);
	const served = routes.filter(
		// Fastify adds a HEAD to each GET.
		(route) =>
			route.includes(` ${API_BASE}`) &&
			!(route.startsWith("HEAD ") && routes.includes(route.replace("HEAD ", "GET "))) &&
			!route.endsWith("*"),
	);
	expect(served.toSorted()).toEqual(known.toSorted());
});

test("every described call exists", async () => {
	for (const { path, method } of calls) {
		const url = `${server.url}${API_BASE.replace(/\/$/, "")}${path.replace(/\{\w+\}/g, "x")}`;
		const response = await fetch(url, { method: method.toUpperCase() });
		await response.body?.cancel();
		expect([404, 405], `${method} ${path}`).not.toContain(response.status);
	}
});

test("it is an OpenAPI 3.1 document that a program can rely on", () => {
	expect(described.openapi).toBe("3.1.0");
	expect(described.servers).toEqual([{ url: `${server.publicUrl}/api/v1` }]);
	for (const { path, call } of calls) {
		const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		const given = call.parameters.filter((parameter) => parameter.in === "path");
		expect(given.map(({ name }) => name)).toEqual(inPath);
		expect(given.every(({ required }) => required)).toBe(true);
		expect(Object.keys(call.responses)).toContain("default");
		expect(call.summary).not.toBe("");
		for (const text of JSON.stringify(call).matchAll(/"\$ref":"([^"]+)"/g)) {
			const [, section = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(text[1] ?? "") ?? [];
			expect(described.components[section]).toHaveProperty(name);
		}
	}
	const start = described.paths["/scans/wapiti/start/"]?.post ?? expect.fail("no such call");
	const body: JsonSchema = start.requestBody?.content["application/json"]?.schema ?? expect.fail("no body");
	expect(body.required).toEqual(["target"]);
	expect(Object.keys(body.properties ?? {})).toEqual(["target", "scope", "modules", "user_agent", "client", "note"]);
	expect(body.properties?.scope?.enum).toEqual(["url", "domain", "folder", "strict_path"]);
	expect(start.parameters.map(({ name }) => name)).toEqual([
		"Idempotency-Key",
		"Plumbline-Account",
		"Plumbline-Workspace",
		"Plumbline-Client",
	]);
	expect(start["x-roles"]).toEqual(["owner", "manager", "consultant", "contributor"]);
	expect(described.paths["/accounts/me/"]?.get).not.toHaveProperty("x-roles");
	expect(start.security).toEqual([{ session: [] }, { token: ["scans:write"] }]);
	expect(described.components.schemas?.Error).toMatchObject({ "x-codes": ERROR_STATUS });
});

test("its page for people names every call and every error, and runs no script", async () => {
	const response = await visitor("readApiDocs");
	expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
	const page = await response.text();
	for (const { path, call } of calls) {
		expect(page).toContain(`id="${call.operationId}"`);
		expect(page).toContain(path);
	}
	for (const code of Object.keys(ERROR_STATUS)) expect(page).toContain(`<code>${code}</code>`);
	expect(page).not.toContain("<script");
});
