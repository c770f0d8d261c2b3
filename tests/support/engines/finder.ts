import { expect } from "vitest";
import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import { type AssetList, assetList } from "#contract/findings/assets.ts";
import type { Finding, ScanFact, ScanPart } from "#contract/findings/findings.ts";
import {
	type FindingDetail,
	type FindingOverview,
	type FindingPage,
	findingDetail,
	findingOverview,
	findingPage,
	type ProblemPage,
	problemPage,
	type VerdictRequest,
} from "#contract/findings/vulnerabilities.ts";
import { type ScanId, scanId } from "#contract/ids.ts";
import type { OperationName } from "#contract/operations.ts";
import type { Coverage } from "#contract/scans/scans.ts";
import { createAccount, type TestAccount } from "../server/accounts.ts";
import { apiClient, asAccount } from "../server/api-client.ts";
import type { TestServer } from "../server/test-server.ts";
import { until } from "../until.ts";
import { ranWith } from "./found.ts";

type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** What a scan that is stopped has seen. */
type Ending = { coverage?: Coverage; facts?: ScanFact[]; parts?: ScanPart[]; addresses?: AddressLook[] };

export type Finder = TestAccount & {
	call: ReturnType<typeof apiClient>;
	/** Requests a TLS scan; the function it returns ends it. */
	begin(target?: string): Promise<{ scanId: ScanId; end: (findings: Finding[], ending?: Ending) => Promise<void> }>;
	/** A TLS scan from start to end. */
	scan(findings: Finding[], ending?: Ending & { target?: string }): Promise<ScanId>;
	/** Ends a scan that is already running. */
	endRun(id: ScanId, run: number, findings: Finding[], ending?: Ending): Promise<void>;
	list(query?: Record<string, string>): Promise<FindingPage>;
	problems(query?: Record<string, string>): Promise<ProblemPage>;
	read(finding: Finding): Promise<FindingDetail>;
	overview(): Promise<FindingOverview>;
	assets(): Promise<AssetList["assets"]>;
	/** How many accepted the verdict. */
	say(finding: Finding, said: Partial<VerdictRequest>, headers?: Record<string, string>): Promise<number>;
	/** Its rows in `finding_changes`, oldest first. */
	changes(): Promise<[what: string, severity: string, fingerprint: string][]>;
};

/** A signed-in account whose scans find what a test chooses. */
export async function createFinder(server: TestServer): Promise<Finder> {
	const engine = server.engines.sslyze;
	const { pool } = server.database;
	engine.hold = true;
	const account = await createAccount(server);
	const call = apiClient(server.url, asAccount(account));
	const json = async (name: OperationName, given: Given = {}, status = 200) => {
		const response = await call(name, given);
		expect(response.status, await response.clone().text()).toBe(status);
		return response.json();
	};

	const endRun: Finder["endRun"] = async (
		id,
		index,
		findings,
		{ coverage = "full", facts = [], parts, addresses } = {},
	) => {
		const run = await until(async () => engine.runs[index], "the engine runs");
		run.end({ ...ranWith(findings, coverage, facts, parts), ...(addresses ? { addresses } : {}) });
		await until(async () => {
			const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [id]);
			return rows[0].status === "completed";
		}, "the scan is over");
	};
	const begin: Finder["begin"] = async (target = "example.com:443") => {
		const index = engine.runs.length;
		const { receipt } = await json("startSslyzeScan", { body: { target } }, 202);
		const id = scanId.parse(receipt.scanId);
		await until(async () => engine.runs[index], "the engine runs");
		return { scanId: id, end: (findings, ending) => endRun(id, index, findings, ending) };
	};

	return {
		...account,
		call,
		begin,
		endRun,
		async scan(findings, { target, ...ending } = {}) {
			const begun = await begin(target);
			await begun.end(findings, ending);
			return begun.scanId;
		},
		list: async (query = {}) => findingPage.parse(await json("listFindings", { query })),
		problems: async (query = {}) => problemPage.parse(await json("listProblems", { query })),
		read: async ({ fingerprint }) => findingDetail.parse(await json("readFinding", { params: { fingerprint } })),
		overview: async () => findingOverview.parse(await json("findingsOverview")),
		assets: async () => assetList.parse(await json("listAssets")).assets,
		async say(finding, said, headers = {}) {
			const body = { fingerprints: [finding.fingerprint], saidAt: new Date().toISOString(), ...said };
			const response = await call("sayVerdict", { body, headers });
			expect(response.status, await response.clone().text()).toBe(202);
			return (await response.json()).receipt.taken;
		},
		async changes() {
			const { rows } = await pool.query(
				"SELECT what, severity, fingerprint FROM finding_changes WHERE account_id = $1 ORDER BY id",
				[account.accountId],
			);
			return rows.map(({ what, severity, fingerprint }) => [what, severity, fingerprint]);
		},
	};
}
