import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KINDS } from "#contract/kinds/kinds.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { type Plumbline, startPlumbline } from "#server/app/app.ts";
import type { AppDeps } from "#server/app/app-deps.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { afterFile } from "../after-file.ts";
import { createFakeEngine, createFakeEngines, type FakeEngine, type FakeEngines } from "../engines/fake-engine.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { fakeParts } from "./fake-deps.ts";

export type TestServer = Plumbline & {
	url: string;
	database: TestDatabase;
	/** The free scan's. */
	engine: FakeEngine;
	engines: FakeEngines;
	varDir: string;
	/** Requests a free scan. */
	scan(body: unknown, headers?: Record<string, string>): Promise<Response>;
};

export type TestServerOptions = {
	database?: TestDatabase;
	engine?: FakeEngine;
	env?: Record<string, string>;
	parts?: Partial<AppDeps>;
};

/** The whole program in this process, on its own database, with an engine and a resolver that the test controls. */
export async function startTestServer({
	database,
	engine = createFakeEngine(),
	env,
	parts,
}: TestServerOptions = {}): Promise<TestServer> {
	const ownDatabase = database ?? (await createTestDatabase());
	const varDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
	const engines = createFakeEngines(engine);
	const config = readConfig({
		PORT: "0",
		VAR_DIR: varDir,
		DATABASE_URL: ownDatabase.url,
		PRACTICE_TARGET: "off",
		ENGINES: "off",
		LOG_LEVEL: "silent",
		LIMIT_PER_ADDRESS: "1000",
		LIMIT_PER_ACCOUNT: "1000",
		LIMIT_PER_EMAIL: "1000",
		LIMIT_PER_TARGET: "1000",
		LIMIT_ACCOUNT_CALLS: "1000",
		...env,
	});
	const running = await startPlumbline(config, { ...fakeParts(config, engines), ...parts });
	let closed = false;
	const close = async () => {
		if (closed) return;
		closed = true;
		await running.close();
		await rm(varDir, { recursive: true, force: true });
	};
	afterFile(close);
	const url = `http://127.0.0.1:${running.port}`;
	return {
		...running,
		close,
		url,
		database: ownDatabase,
		engine,
		engines,
		varDir,
		scan: (body, headers = {}) =>
			fetch(`${url}${API_BASE}${KINDS.combined.path}`, {
				method: "POST",
				headers: { "Content-Type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
	};
}

/** Headers of an outbox entry. */
export const entry = (key: string, account = "anonymous") => ({ [IDEMPOTENCY_KEY]: key, [ACCOUNT]: account });
