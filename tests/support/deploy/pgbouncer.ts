import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chooseRunAs } from "#server/platform/db/embedded/run-as.ts";
import { afterFile } from "../after-file.ts";
import { freePort } from "../free-ports.ts";
import { scratchFolder } from "../scratch-folder.ts";

const INSTALLED = "/usr/sbin/pgbouncer";
/** Debian's packages, unpacked: nothing is installed on the machine. */
const UNPACKED = resolve("node_modules/.cache/pgbouncer");
const PACKAGES = ["pgbouncer", "libc-ares2", "libevent-2.1-7"];

/** A real PgBouncer: the machine's own, or Debian's package; undefined if neither is available. */
export function findPgBouncer(): string | undefined {
	if (existsSync(INSTALLED)) return INSTALLED;
	const unpacked = join(UNPACKED, INSTALLED);
	if (!existsSync(unpacked)) unpack();
	return existsSync(unpacked) ? unpacked : undefined;
}

function unpack(): void {
	mkdirSync(UNPACKED, { recursive: true });
	const run = (command: string, ...args: string[]) =>
		spawnSync(command, args, { cwd: UNPACKED, stdio: "ignore", timeout: 60_000 }).status === 0;
	if (!run("apt-get", "download", ...PACKAGES)) return;
	for (const file of readdirSync(UNPACKED).filter((name) => name.endsWith(".deb"))) run("dpkg", "-x", file, ".");
}

type PoolMode = "session" | "transaction";

/** Starts it in front of the database of `url`, as an operator would who allows what docs/OPERATION.md names. Returns its own URL. */
export async function startPgBouncer(program: string, mode: PoolMode, urls: readonly string[]): Promise<string[]> {
	const [first = ""] = urls;
	const folder = await scratchFolder("pgbouncer");
	const port = await freePort();
	const settings = join(folder, "pgbouncer.ini");
	const users = join(folder, "users.txt");
	writeFileSync(
		settings,
		`[databases]
* = host=${new URL(first).hostname} port=${new URL(first).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 20
server_reset_query = DISCARD ALL
ignore_startup_parameters = extra_float_digits, lock_timeout, statement_timeout, idle_in_transaction_session_timeout
`,
	);
	writeFileSync(users, urls.map((url) => `"${new URL(url).username}" "${new URL(url).password}"\n`).join(""));
	// It refuses to run as root, and so does PostgreSQL.
	const runAs = chooseRunAs();
	chmodSync(folder, 0o755);
	if (runAs) for (const file of [settings, users]) chownSync(file, runAs.uid, runAs.gid);
	const libraries = join(UNPACKED, "usr/lib", `${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`);
	const running = spawn(program, [settings], {
		...runAs,
		cwd: "/",
		env: { ...process.env, LD_LIBRARY_PATH: libraries },
		stdio: ["ignore", "ignore", "pipe"],
	});
	afterFile(async () => running.kill("SIGKILL"));
	let said = "";
	await new Promise<void>((ready, failed) => {
		running.once("error", failed);
		running.once("exit", (code) => failed(new Error(`PgBouncer ended with ${code}: ${said}`)));
		running.stderr.on("data", (chunk) => {
			said += chunk;
			if (said.includes("process up")) ready();
		});
	});
	return urls.map((url) => Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href);
}
