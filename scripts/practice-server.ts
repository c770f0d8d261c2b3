// A server with the practice target and an account with an API token, for a workflow that tries the command line:
// `node scripts/practice-server.ts [--background]`. It prints their addresses as lines of `name=value`, and in a workflow also
// writes them to GITHUB_OUTPUT. In the background it keeps running after the command; otherwise Ctrl-C ends it. Nothing is kept.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, openSync, readFileSync } from "node:fs";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import { runningDatabase } from "#server/platform/db/embedded/running-database.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createAccount } from "../tests/support/server/accounts.ts";
import { apiClient, asAccount } from "../tests/support/server/api-client.ts";
import { startPlumbline } from "../tests/support/server/plumbline.ts";

const LOG = "node_modules/.cache/practice-server.log";
const SCOPES: readonly TokenScope[] = ["scans:write", "scans:read", "reports:write", "reports:read", "clients:read"];

if (process.argv.includes("--background")) await inBackground();
else await inForeground();

async function inForeground(): Promise<void> {
	const server = await startPlumbline();
	const ending = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
	const databaseUrl = runningDatabase(server.varDir);
	if (databaseUrl === undefined) throw new Error("The server has no database");
	const pool = createPool(databaseUrl, () => {});
	const account = await createAccount({
		url: server.url,
		async confirmAddress(email) {
			await pool.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
		},
	});
	await pool.end();
	const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	const body = { name: "Workflow", scopes: SCOPES, endsOn };
	const made = await apiClient(server.url, asAccount(account))("makeToken", { body });
	if (made.status !== 201) throw new Error(`No token was made: ${await made.text()}`);
	const { token } = await made.json();
	const facts = {
		server: server.url,
		token,
		target: `https://localhost:${server.practicePort + 1}`,
		email: account.email,
		pid: `${process.pid}`,
	};
	tell(
		Object.entries(facts)
			.map(([name, value]) => `${name}=${value}\n`)
			.join(""),
		token,
	);
	await ending;
	await server.stop();
}

function tell(lines: string, token: string): void {
	if (process.send) process.send({ lines, token });
	else process.stdout.write(lines);
}

/** Ends once the server is ready. The server's own process keeps running. */
async function inBackground(): Promise<void> {
	// A file, because a program that waits for our output to end must not wait for the server's.
	mkdirSync("node_modules/.cache", { recursive: true });
	const log = openSync(LOG, "w");
	const child = spawn(process.execPath, [import.meta.filename], {
		detached: true,
		stdio: ["ignore", log, log, "ipc"],
	});
	const failed = once(child, "exit").then(([code]) => {
		throw new Error(`The server ended with ${code} before it was ready: ${readFileSync(LOG, "utf8")}`);
	});
	const [{ lines, token }] = (await Promise.race([once(child, "message"), failed])) as [Record<string, string>];
	const { GITHUB_OUTPUT } = process.env;
	if (GITHUB_OUTPUT) {
		process.stdout.write(`::add-mask::${token}\n`);
		appendFileSync(GITHUB_OUTPUT, lines ?? "");
	} else process.stdout.write(lines ?? "");
	child.disconnect();
	child.unref();
}
