import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "#server/db/embedded/cluster.ts";
import { until } from "../until.ts";
import type { Front } from "./layout.ts";

/** How deploy/Caddyfile reads to a Caddy: the parts that differ on a machine where nothing may be installed. */
type Adapted = {
	apps: { http: { http_port?: number; https_port?: number; servers: Record<string, { listen: string[] }> } };
};

const answers = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("close", () => socket.destroy());
		socket.once("connect", () => socket.end());
	});

/**
 * A real Caddy with deploy/Caddyfile in front of API processes, as in compose.yaml. Only its ports and the folder of its own
 * certificates are ours: those of the file are for the whole machine.
 */
export async function startCaddy(
	program: string,
	folder: string,
	port: number,
	ports: readonly number[],
): Promise<Front> {
	const httpsPort = port === 0 ? await freePort() : port;
	const httpPort = await freePort();
	const url = `https://localhost:${httpsPort}`;
	const env = {
		PATH: process.env.PATH,
		HOME: folder,
		SITE_ADDRESS: url,
		API_PROCESSES: ports.map((one) => `127.0.0.1:${one}`).join(" "),
	};
	const { stdout, stderr, status } = spawnSync(program, ["adapt", "--config", "deploy/Caddyfile"], {
		env,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`${program} does not take deploy/Caddyfile: ${stderr}`);
	const adapted: Adapted = JSON.parse(stdout);
	const file = join(folder, "caddy.json");
	writeFileSync(
		file,
		JSON.stringify({
			admin: { disabled: true },
			storage: { module: "file_system", root: join(folder, "caddy") },
			logging: { logs: { default: { level: "WARN" } } },
			apps: {
				...adapted.apps,
				http: { ...adapted.apps.http, http_port: httpPort, https_port: httpsPort },
				pki: { certificate_authorities: { local: { install_trust: false } } },
			},
		}),
	);
	const caddy = spawn(program, ["run", "--config", file], { env, stdio: ["ignore", "inherit", "inherit"] });
	const authority = join(folder, "caddy/pki/authorities/local/root.crt");
	await until(async () => (await answers(httpsPort)) && readFileSync(authority), "Caddy listens");
	return {
		url,
		// It trusts its own proxy only.
		settings: { TRUST_PROXY: "on", DRAIN_SECONDS: "6" },
		says: `Its certificate is signed by ${authority}; plain HTTP is on port ${httpPort}.`,
		async stop() {
			const ended = once(caddy, "exit");
			caddy.kill("SIGTERM");
			await ended;
		},
	};
}
