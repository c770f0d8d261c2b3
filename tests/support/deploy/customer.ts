import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { cookiesOf, postJson } from "../server/accounts.ts";
import { apiClient, asAccount } from "../server/api-client.ts";
import { until } from "../until.ts";

/** An account as its owner knows it, and what they see after signing in. */
export type Customer = { accountId: string; email: string; password: string; seen: Seen };
export type Seen = {
	name: string;
	/** Target, status and number of findings of each scan. */
	scans: { target: string; status: string; findings: number }[];
	/** Fingerprint and state of each finding. */
	findings: { fingerprint: string; state: string }[];
	reports: { name: string; status: string; size: number | null }[];
	schedules: { name: string; status: string }[];
};

type Login = Pick<Customer, "email" | "password">;

async function signIn(url: string, { email, password }: Login) {
	const answer = await postJson(url, API_PATHS.token, { email, password });
	if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
	const cookie = cookiesOf(answer);
	const me = await (await fetch(url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).json();
	const api = apiClient(url, asAccount({ cookie, accountId: me.accountId }));
	return { me, api };
}

/** Scans a target as an account whose address is confirmed, decides about a finding, creates a report and a schedule. */
export async function beCustomer(url: string, login: Login, target: string): Promise<Customer> {
	const { me, api } = await signIn(url, login);
	const ask = async (name: Parameters<typeof api>[0], body: unknown) => {
		const answer = await api(name, { body, headers: { [IDEMPOTENCY_KEY]: `${name}-1` } });
		if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
		return answer.json();
	};
	const read = async (name: Parameters<typeof api>[0], params = {}) => (await api(name, { params })).json();

	await ask("startCombinedScan", { target, email: login.email });
	await until(async () => (await read("listScans")).scans[0].status === "completed", "the scan is completed");
	const [finding] = await until(async () => {
		const { findings } = await read("listFindings");
		return findings.length > 0 && findings;
	}, "its findings are listed");
	await ask("sayVerdict", {
		fingerprints: [finding.fingerprint],
		state: "accepted",
		reason: "The shop closes next year.",
		saidAt: new Date().toISOString(),
	});
	const { receipt } = await ask("requestReport", { template: "vulnerability-assessment", hosts: [], clients: [] });
	await until(
		async () => (await read("readReport", { reportId: receipt.reportId })).report.status === "completed",
		"the report is made",
	);
	await ask("createSchedule", {
		name: "Every night",
		request: { kind: "combined", body: { target } },
		recurrence: { type: "daily", time: "03:00" },
		timeZone: "Africa/Lagos",
		overlap: "skip",
		digest: true,
	});
	return { ...login, accountId: me.accountId, seen: await look(url, login) };
}

/** Signs in and reads what the dashboard shows. */
export async function look(url: string, login: Login): Promise<Seen> {
	const { me, api } = await signIn(url, login);
	const read = async (name: Parameters<typeof api>[0]) => {
		const answer = await api(name);
		if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
		return answer.json();
	};
	const [scans, findings, reports, schedules] = await Promise.all([
		read("listScans"),
		read("listFindings"),
		read("listReports"),
		read("listSchedules"),
	]);
	return inOneOrder({
		name: `${me.firstName} ${me.lastName}`,
		scans: scans.scans.map((scan: { target: string; status: string; findings: Record<string, number> | null }) => ({
			target: scan.target,
			status: scan.status,
			findings: Object.values(scan.findings ?? {}).reduce((sum, count) => sum + count, 0),
		})),
		findings: findings.findings.map(({ fingerprint, state }: Seen["findings"][number]) => ({ fingerprint, state })),
		reports: reports.reports.map(({ name, status, size }: Seen["reports"][number]) => ({ name, status, size })),
		schedules: schedules.schedules.map(({ name, status }: Seen["schedules"][number]) => ({ name, status })),
	});
}

/** A release may list findings in another order than the one before: what an upgrade must keep is which ones there are. */
export const inOneOrder = (seen: Seen): Seen => ({
	...seen,
	findings: seen.findings.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)),
});
