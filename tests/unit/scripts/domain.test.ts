import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const LISTS = [
	"contract/operation.ts",
	"contract/operations.ts",
	"contract/routes.ts",
	"docs/ARCHITECTURE.md",
	"scripts/house.ts",
	"server/app/areas.ts",
	"server/app/routes.ts",
	"server/app/tenants/tenant-tables.ts",
	"tests/support/workspaces/fill-workspace.ts",
];

const run = (folder: string, domain: string) =>
	execFileSync(process.execPath, ["scripts/domain.ts", domain], { cwd: folder, encoding: "utf8", stdio: "pipe" });

test("a new domain is entered in each list, is formatted, and never replaces one that is there", () => {
	const folder = mkdtempSync(join(tmpdir(), "domain-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const others = ["scripts/domain.ts", "biome.json", ".gitignore", "package.json", "server/platform/db/migrations"];
	for (const path of [...LISTS, ...others]) {
		mkdirSync(join(folder, dirname(path)), { recursive: true });
		cpSync(path, join(folder, path), { recursive: true });
	}
	symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));

	expect(run(folder, "assurance/risks")).toContain("GET risks/ answers with an empty list");
	const named = LISTS.map(
		(path) => readFileSync(join(folder, path), "utf8").match(/\bRisks?\b|\brisks?\b|RISK_/i)?.[0],
	);
	expect(named).not.toContain(undefined);
	expect(readFileSync(join(folder, "server/assurance/risks/routes.ts"), "utf8")).toContain("OPERATIONS.listRisks");
	expect(() => run(folder, "assurance/risks")).toThrow("There is a domain risks already.");
	const wrong = [
		"somewhere/risks",
		"platform/risks",
		"app/risks",
		"assurance/class",
		"assurance/../risks",
		`assurance/${"a".repeat(300)}s`,
	];
	for (const domain of wrong) expect(() => run(folder, domain)).toThrow("Usage:");
});
