import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { PATIENCE_MS } from "#server/platform/db/readiness.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { parseDockerfile, settingsOf } from "../../support/deploy/dockerfile.ts";
import { settingNames } from "../../support/deploy/setting-names.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startTestServer } from "../../support/server/test-server.ts";

const stages = parseDockerfile(readFileSync("Dockerfile", "utf8"));
const imageOf = (name: string) => settingsOf(stages, name.replace("plumbline-", "")).env;

/** A process ends within this time after DRAIN_SECONDS (docs/OPERATION.md). */
const CLOSE_SECONDS = 10;

/** As compose.yaml takes a value from `.env`. */
const fromEnv = (name: string) => `\${${name}}`;

type Service = {
	image: string;
	build?: { target: string };
	environment?: Record<string, string>;
	command?: string[];
	networks?: string[];
	volumes?: string[];
	ports?: string[];
	read_only?: boolean;
	stop_grace_period?: string;
	cap_drop?: string[];
	tmpfs?: string[];
	deploy?: { replicas: number };
	depends_on?: Record<string, { condition: string }>;
};

const caddyfile = readFileSync("deploy/Caddyfile", "utf8");
const caddySeconds = (name: string) => Number(new RegExp(`^\\s+${name} (\\d+)s$`, "m").exec(caddyfile)?.[1]);

/** How long a server keeps an idle connection, according to itself; proxies must not keep it longer. */
async function keepAliveOf(url: string): Promise<number> {
	const { headers } = await fetch(`${url}/health/live`);
	return Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]) * 1_000;
}

describe("compose.yaml", () => {
	const text = readFileSync("compose.yaml", "utf8");
	const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
	const ours = Object.entries(services).filter(([, { image }]) => image.startsWith("plumbline-"));
	const processes = ours.filter(([name]) => name !== "migrate");
	const roleOf = ({ image }: Service) => imageOf(image).ROLE;

	test("runs two API and three worker processes", () => {
		const count = (role: string) =>
			processes
				.filter(([, service]) => roleOf(service) === role)
				.reduce((sum, [, { deploy }]) => sum + (deploy?.replicas ?? 1), 0);
		expect({ api: count("api"), worker: count("worker") }).toEqual({ api: 2, worker: 3 });
	});

	test.each(ours)("%s gets settings that exist, and none of the images' secrets are in the file", (_name, service) => {
		for (const [name, value] of Object.entries(service.environment ?? {})) {
			expect(settingNames).toContain(name);
			if (/_(KEY|SECRET)$|^DATABASE/.test(name)) expect(value).toBe(fromEnv(name));
		}
		expect(service.build?.target ?? service.image.replace("plumbline-", "")).toBe(
			service.image.replace("plumbline-", ""),
		);
	});

	test.each(processes)("%s has a read-only root, no powers, and waits for the migration", (_name, service) => {
		expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
		expect(service.tmpfs).toEqual([
			"/tmp",
			expect.stringMatching(`^${imageOf(service.image).VAR_DIR}:uid=65532,gid=65532`),
		]);
		expect(service.depends_on?.migrate?.condition).toBe("service_completed_successfully");
		expect(service.environment).not.toHaveProperty("DATABASE_OWNER_URL");
	});

	test("only the release step has the owner's address, and it is not reachable from outside", () => {
		expect(services.migrate).toMatchObject({
			command: ["server/app/migrate.ts"],
			environment: { DATABASE_OWNER_URL: fromEnv("DATABASE_OWNER_URL") },
			networks: ["inside"],
		});
		expect(existsSync("server/app/migrate.ts")).toBe(true);
	});

	test("what answers has the secret that opens what devices sealed, and what works has not", () => {
		for (const [, service] of processes) {
			expect(Object.hasOwn(service.environment ?? {}, "SEAL_SECRET")).toBe(roleOf(service) === "api");
		}
	});

	test("the proxy sends to every API process, at the port it listens on", () => {
		const wanted = processes.filter(([, service]) => roleOf(service) === "api").map(([name]) => `${name}:8000`);
		expect(services.proxy?.environment?.API_PROCESSES?.split(" ")).toEqual(wanted);
		const api = stages.find(({ name }) => name === "server")?.instructions;
		expect(api).toContainEqual({ type: "expose", port: Number(readConfig({}).PORT) });
		expect(caddyfile).toContain("flush_interval -1");
		for (const [name] of caddyfile.matchAll(/(?<=\{\$)\w+/g)) expect(services.proxy?.environment).toHaveProperty(name);
	});

	test("the proxy notices that a process leaves before it stops answering, and nothing kills it earlier", () => {
		const check = caddySeconds("health_interval");
		for (const [name, { environment, stop_grace_period }] of processes) {
			const { DRAIN_SECONDS } = readConfig({ DRAIN_SECONDS: environment?.DRAIN_SECONDS });
			if (roleOf(services[name] as Service) === "api") expect(DRAIN_SECONDS).toBeGreaterThan(2 * check);
			expect(Number(/^(\d+)s$/.exec(stop_grace_period ?? "")?.[1])).toBeGreaterThan(DRAIN_SECONDS + CLOSE_SECONDS);
		}
	});

	test("the proxy bears with a busy process, never meets a connection that is being closed, and offers what is published", async () => {
		expect(caddySeconds("health_timeout") * 1_000, "what a process waits for its database").toBeGreaterThan(
			PATIENCE_MS,
		);
		const api = await startTestServer({ env: { ROLE: "api" } });
		expect(caddySeconds("keepalive") * 1_000).toBeLessThan(await keepAliveOf(api.url));
		await api.close();
		expect(services.proxy?.ports?.join(), "HTTP/3 needs UDP").not.toContain("udp");
		expect(caddyfile).toMatch(/^\t\tprotocols h1 h2$/m);
	});

	test("what is mounted exists, and images are pinned", () => {
		for (const { image, volumes = [] } of Object.values(services)) {
			if (!image.startsWith("plumbline-")) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
			for (const volume of volumes.filter((one) => one.startsWith("./"))) {
				expect(existsSync(volume.split(":")[0] ?? ""), volume).toBe(true);
			}
		}
	});

	test("the preparation writes secrets that the server takes, where others cannot read them", async () => {
		const folder = await scratchFolder("prepare");
		const run = () =>
			execFileSync(process.execPath, ["scripts/prepare-deployment.ts", "https://scan.example.com", folder], {
				stdio: "pipe",
			});
		run();
		const lines = readFileSync(join(folder, ".env"), "utf8").trim().split("\n");
		const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
		expect(readConfig({ ...env, TRUST_PROXY: "on", ROLE: "worker" })).toMatchObject({
			PUBLIC_URL: "https://scan.example.com",
		});
		for (const [name] of text.matchAll(/(?<=\$\{)[A-Z_]+/g)) expect(Object.keys(env)).toContain(name);
		for (const role of ["owner", "server"]) {
			expect(Object.values(env).join()).toContain(
				`plumbline_${role}:${readFileSync(join(folder, "secrets", role), "utf8")}@`,
			);
		}
		expect(readdirSync(join(folder, "secrets")).sort()).toEqual(["owner", "server", "superuser"]);
		expect([statSync(join(folder, ".env")).mode & 0o777, statSync(join(folder, "secrets")).mode & 0o777]).toEqual([
			0o600, 0o700,
		]);
		expect(run, "a second time would lock everyone out of the database").toThrow("there already");
		const ignored = execFileSync("git", ["check-ignore", ".env", "secrets/owner"], { encoding: "utf8" });
		expect(ignored.trim().split("\n")).toEqual([".env", "secrets/owner"]);
	});
});

describe("the Kubernetes manifests", () => {
	const folder = "deploy/kubernetes";
	type Container = {
		image: string;
		args?: string[];
		ports?: { name: string; containerPort: number }[];
		securityContext: unknown;
		volumeMounts: { mountPath: string }[];
		envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
	};
	type Manifest = {
		kind: string;
		metadata: { name: string };
		data?: Record<string, string>;
		spec: {
			replicas?: number;
			selector?: { matchLabels: Record<string, string> };
			/** For a NetworkPolicy. */
			podSelector?: { matchLabels: Record<string, string> };
			policyTypes?: string[];
			ingress?: { from?: unknown[] }[];
			egress?: unknown[];
			template?: {
				metadata: { labels: Record<string, string> };
				spec: { securityContext: unknown; terminationGracePeriodSeconds?: number; containers: Container[] };
			};
		};
	};
	const { resources } = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")) as { resources: string[] };
	const manifests = resources.flatMap((file) =>
		parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => document.toJS() as Manifest),
	);
	const running = manifests.filter(({ spec }) => spec?.template);

	test("are all listed, in YAML that can be read", () => {
		const files = readdirSync(folder).filter((file) => file !== "kustomization.yaml");
		expect(resources.toSorted()).toEqual(files.sort());
		expect(running.map(({ kind, metadata }) => `${kind} ${metadata.name.split("-")[0]}`)).toEqual([
			"Job migrate",
			"Deployment api",
			"Deployment worker",
		]);
	});

	test.each(running)("$kind $metadata.name runs without powers, at the images' ports", ({ metadata, spec }) => {
		const pod = spec.template?.spec;
		expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532, runAsGroup: 65_532 });
		for (const { image, args, ports = [], securityContext, volumeMounts, envFrom } of pod?.containers ?? []) {
			expect(securityContext).toEqual({
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ["ALL"] },
			});
			const env = imageOf(image);
			const port = { http: Number(readConfig({}).PORT), metrics: Number(env.METRICS_PORT) };
			for (const { name, containerPort } of ports) expect(containerPort).toBe(port[name as keyof typeof port]);
			const isMigrating = args !== undefined;
			expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(isMigrating ? ["/tmp"] : ["/tmp", env.VAR_DIR]);
			expect(JSON.stringify(envFrom).includes("plumbline-owner")).toBe(isMigrating);
			expect(JSON.stringify(envFrom).includes("plumbline-seal")).toBe(env.ROLE === "api" && !isMigrating);
			if (!isMigrating) expect(metadata.name).toBe(env.ROLE);
		}
		if (spec.selector) expect(spec.template?.metadata.labels).toMatchObject(spec.selector.matchLabels);
	});

	test("what answers and what works is reached, and reaches others, only as a policy of its own says", () => {
		const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy").map(({ spec }) => spec);
		const deployed = running.filter(({ kind }) => kind === "Deployment");
		for (const { spec } of deployed) {
			const own = policies.find(({ podSelector }) => podSelector?.matchLabels.app === spec.selector?.matchLabels.app);
			expect(own?.policyTypes).toEqual(["Ingress", "Egress"]);
			// Nothing in the cluster, except for names and the database.
			expect(JSON.stringify(own?.egress)).toContain('"except":["0.0.0.0/8","10.0.0.0/8"');
		}
		const api = policies.find(({ podSelector }) => podSelector?.matchLabels.app === "api");
		for (const { from } of api?.ingress ?? []) expect(from).toHaveLength(1);
	});

	test("the settings exist, can be used, and hold no secret", () => {
		const data = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
		for (const name of Object.keys(data)) expect(settingNames).toContain(name);
		expect(readConfig({ ...data, ROLE: "api", DATABASE_URL: "postgres://x/y" }).PUBLIC_URL).toBe(
			"https://scan.example.com",
		);
		expect(manifests.some(({ kind }) => kind === "Secret")).toBe(false);
	});

	test("a process still answers while it leaves, and has time to end", () => {
		const data = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
		const { DRAIN_SECONDS } = readConfig({ DRAIN_SECONDS: data.DRAIN_SECONDS });
		expect(DRAIN_SECONDS).toBeGreaterThanOrEqual(5);
		for (const { spec } of running.filter(({ kind }) => kind === "Deployment")) {
			expect(spec.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_SECONDS + CLOSE_SECONDS);
		}
	});

	test("the version is the product's", () => {
		const { version } = JSON.parse(readFileSync("package.json", "utf8"));
		const text =
			readFileSync(join(folder, "kustomization.yaml"), "utf8") + readFileSync(join(folder, "migrate.yaml"), "utf8");
		expect(new Set([...text.matchAll(/\d+\.\d+\.\d+$/gm)].map(([found]) => found))).toEqual(new Set([version]));
	});
});
