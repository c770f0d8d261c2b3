import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-ports.ts";
import { until } from "../until.ts";
import type { Front } from "./layout.ts";

type Options = {
	/** The program. */
	caddy: string;
	/** For its own certificates. */
	folder: string;
	port: number;
	/** Where the API processes listen. */
	ports: readonly number[];
};

/**
 * A real Caddy with deploy/Caddyfile in front of API processes, as in compose.yaml. Only the ports and the places of its files are
 * changed: it must not touch anything that belongs to the whole machine.
 */
export async function startCaddy({ caddy, folder, port, ports }: Options): Promise<Front> {
	const [httpPort, httpsPort] = [await freePort(), port || (await freePort())];
	const url = `https://localhost:${httpsPort}`;
	const env = {
		PATH: process.env.PATH,
		HOME: folder,
		SITE_ADDRESS: url,
		API_PROCESSES: ports.map((one) => `127.0.0.1:${one}`).join(" "),
	};
	const config = JSON.parse(execFileSync(caddy, ["adapt", "--config", "deploy/Caddyfile"], { env, encoding: "utf8" }));
	config.admin = { disabled: true };
	config.storage = { module: "file_system", root: folder };
	config.logging = { logs: { default: { level: "WARN" } } };
	config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
	config.apps.http.http_port = httpPort;
	config.apps.http.https_port = httpsPort;
	const file = join(folder, "caddy.json");
	writeFileSync(file, JSON.stringify(config));

	const running = spawn(caddy, ["run", "--config", file], { env, stdio: "inherit" });
	const ended = once(running, "exit");
	const authority = join(folder, "pki/authorities/local/root.crt");
	await until(async () => existsSync(authority), "Caddy has its certificates");
	return {
		url,
		settings: { TRUST_PROXY: "on", DRAIN_SECONDS: "6" },
		// Two of its checks, and a moment.
		noticesMs: 5_000,
		says: `Its certificate is signed by ${authority}. Plain HTTP is on port ${httpPort}.`,
		async stop() {
			running.kill("SIGTERM");
			await ended;
		},
	};
}
