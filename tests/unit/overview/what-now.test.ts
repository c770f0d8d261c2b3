import { describe, expect, test } from "vitest";
import type { HostEvaluation } from "#contract/findings/host-evaluation.ts";
import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import type { ScanId } from "#contract/ids.ts";
import type { OwnedTarget } from "#contract/scans/targets.ts";
import { can, type Role } from "#contract/workspaces/roles.ts";
import { sampleFindingOverview } from "#src/content/samples/sample-finding-overview.ts";
import { sampleOverview } from "#src/content/samples/sample-overview.ts";
import type { HostFacts } from "#src/features/overview/numbers.ts";
import { whatNow } from "#src/features/overview/what-now.ts";
import type { Entry } from "#src/requests/entry.ts";

const NOW = Date.UTC(2026, 4, 21, 9, 30);
const SCAN = "00000000-0000-4000-8000-000000000001" as ScanId;

type Problem = FindingOverview["problems"][number];
type Ending = FindingOverview["expiring"][number];

const problem = (title: string, some: Partial<Problem> = {}): Problem => ({
	rule: "software-end-of-life",
	title,
	severity: "high",
	places: 4,
	hosts: 2,
	fingerprint: title.padEnd(64, "0"),
	...some,
});
const ending = (what: Ending["what"], on: string, some: Partial<Ending> = {}): Ending => ({
	what,
	host: "shop.example.com",
	detail: "",
	on,
	...some,
});
const failed: HostEvaluation = {
	status: "failed",
	scanId: SCAN,
	kind: "nmap",
	at: "2026-05-20T00:00:00.000Z",
	failure: { code: "unreachable", message: "It did not answer. Try again later." },
};
const host = (name: string, evaluation: HostEvaluation, some: Partial<HostFacts> = {}): HostFacts => ({
	host: name,
	claim: null,
	evaluation,
	...some,
});
const unproven = { status: "unproven" } as OwnedTarget;
const held = { status: "held", reason: "stale" } as Entry;
const rejected = { status: "rejected" } as Entry;
const queued = { status: "queued" } as Entry;

type Given = {
	problems?: Problem[];
	expiring?: Ending[];
	hosts?: HostFacts[];
	entries?: Entry[] | null;
	total?: number;
	role?: Role;
};

const first = ({ problems = [], expiring = [], hosts = [], entries = [], total = 9, role = "owner" }: Given) =>
	whatNow({
		overview: { ...sampleOverview, total },
		findings: { ...sampleFindingOverview, problems, expiring },
		hosts,
		entries,
		now: NOW,
		can: (permission) => can(role, permission),
	});
const linesOf = (given: Given) => first(given).map(({ verb, what }) => `${verb} ${what}`);

describe("what to do first", () => {
	test("is the worst problem, what ends nearest to today, and what waits", () => {
		const todos = first({
			problems: [problem("PHP 5.6.40 is unsupported"), problem("No HTTPS", { severity: "medium" })],
			expiring: [ending("certificate", "2026-05-24"), ending("ownership", "2026-06-20")],
			hosts: [host("198.51.100.7", failed)],
		});
		expect(todos.map(({ verb, what, about }) => [verb, what, about])).toEqual([
			["Fix", "PHP 5.6.40 is unsupported", "4 places on 2 hosts"],
			["Renew", "the certificate of shop.example.com", "Expires in 3 days"],
			["Scan", "198.51.100.7 again", "It did not answer. Try again later."],
		]);
		expect(todos.map(({ to }) => to)).toEqual([
			"/dashboard/vulnerabilities?severity=high&rule=software-end-of-life&title=PHP+5.6.40+is+unsupported",
			"/dashboard/assets?q=shop.example.com",
			`/dashboard/scans/${SCAN}`,
		]);
		expect(new Set(todos.map(({ key }) => key)).size).toBe(3);
	});

	test("leaves out what the reader's role may not do", () => {
		const given = { hosts: [host("198.51.100.7", failed)], expiring: [ending("certificate", "2026-05-24")], total: 0 };
		expect(linesOf(given)).toEqual([
			"Run your first scan",
			"Renew the certificate of shop.example.com",
			"Scan 198.51.100.7 again",
		]);
		expect(linesOf({ ...given, role: "auditor" })).toEqual(["Renew the certificate of shop.example.com"]);
	});

	test("goes on with the second of each where a list is empty, and is never more than three", () => {
		const problems = [problem("One"), problem("Two"), problem("Three")];
		expect(linesOf({ problems })).toEqual(["Fix One", "Fix Two", "Fix Three"]);
		expect(linesOf({ problems, entries: [held] })).toEqual(["Fix One", "Check 1 saved request", "Fix Two"]);
		expect(linesOf({})).toEqual([]);
	});

	test("leads to the finding itself if the problem is in one place", () => {
		const [todo] = first({ problems: [problem("One", { places: 1, hosts: 1 })] });
		expect(todo).toMatchObject({ about: "1 place", to: `/dashboard/vulnerabilities/${"One".padEnd(64, "0")}` });
	});

	test("takes the nearest end first, past or to come, and no software that ended: that is a problem already", () => {
		const expiring = [
			ending("end-of-life", "2026-05-20", { detail: "PHP 8.1" }),
			ending("accepted-risk", "2026-05-19", { detail: "Weak cipher" }),
			ending("end-of-life", "2026-05-24", { detail: "Debian 12" }),
			ending("certificate", "2026-05-21"),
		];
		expect(linesOf({ expiring })).toEqual([
			"Renew the certificate of shop.example.com",
			"Review the accepted risk: Weak cipher",
			"Replace Debian 12 on shop.example.com",
		]);
		expect(first({ expiring })[1]).toMatchObject({
			about: "Reopened 2 days ago on shop.example.com",
			to: "/dashboard/vulnerabilities?state=open&q=Weak+cipher",
		});
	});

	test("of what waits, requests on this device come first, then failed, unverified and unscanned hosts", () => {
		const hosts = [
			host("new.example.com", { status: "not-scanned" }),
			host("mine.example.com", { status: "full" }, { claim: unproven }),
			host("a.example.com", failed),
			host("b.example.com", failed),
			host("ok.example.com", { status: "partial", gaps: [], gapsTotal: 1 }),
		];
		expect(linesOf({ hosts, entries: [held, rejected, queued] })).toEqual([
			"Check 2 saved requests",
			"Scan 2 hosts again",
			"Verify mine.example.com",
		]);
		expect(linesOf({ hosts: hosts.slice(0, 2), entries: null })).toEqual([
			"Verify mine.example.com",
			"Scan new.example.com",
		]);
		expect(first({ hosts }).map(({ to }) => to)).toEqual([
			"/dashboard/assets?show=failed",
			"/dashboard/assets?q=mine.example.com",
			"/dashboard/scans?share-url=https%3A%2F%2Fnew.example.com%2F",
		]);
	});

	test("before the first scan is running one, and hosts without a scan are not said twice", () => {
		const hosts = [host("new.example.com", { status: "not-scanned" }, { claim: unproven })];
		expect(linesOf({ total: 0, hosts })).toEqual(["Run your first scan", "Verify new.example.com"]);
	});
});
