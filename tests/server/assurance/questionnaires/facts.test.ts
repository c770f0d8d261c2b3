import { expect, test } from "vitest";
import type { ScanPart } from "#contract/findings/findings.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { addClient } from "../../../support/server/people.ts";
import {
	addQuestionnaire,
	csvOf,
	inDays,
	proposalOf,
	questionOf,
	readQuestionnaire,
	sayAnswers,
} from "../../../support/server/questionnaires.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const TLS = "Which TLS versions are used for encryption in transit?";
const FIXING = "How long does it take to fix vulnerabilities?";
const OPEN = "Are there open high vulnerabilities?";
const SCANS = "How often do you scan for vulnerabilities?";
const FILE = csvOf(TLS, FIXING, OPEN, SCANS);
const VERSIONS = ["ssl_2_0", "ssl_3_0", "tls_1_0", "tls_1_1", "tls_1_2", "tls_1_3"];
const partsOf = (versions: string[]): ScanPart[] =>
	versions.map((one) => ({ part: `${one}_cipher_suites-443`, label: one, status: "evaluated" }));
const PARTS = partsOf(VERSIONS);
const OLD = findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "high" });
const WEAK = findingOf({ engine: "sslyze", rule: "tls-weak-cipher", severity: "medium" });

test("before the first scan nothing is observed, so a person is needed", async () => {
	const finder = await createFinder(server);
	const { counts } = await addQuestionnaire(finder, { file: FILE });
	expect(counts).toEqual({ questions: 4, confirmed: 0, proposed: 0, needsPerson: 4 });
});

test("what scans saw is proposed with its scans, good or bad, and as of the last matching", async () => {
	const finder = await createFinder(server);
	const scanId = await finder.scan([OLD, WEAK], { parts: PARTS });
	const schedule = {
		name: "Every week",
		request: { kind: "sslyze", body: { target: "example.com:443" } },
		recurrence: { type: "weekly", days: ["mon"], time: "07:30" },
		timeZone: "UTC",
		overlap: "skip",
		digest: false,
	};
	expect((await finder.call("createSchedule", { body: schedule })).status).toBe(201);
	const { id, counts } = await addQuestionnaire(finder, { file: FILE });
	expect(counts).toMatchObject({ proposed: 4, needsPerson: 0 });
	const detail = await readQuestionnaire(finder, id);
	const answerOf = (question: string) => proposalOf(detail, question).answer;
	expect(answerOf(TLS)).toContain("TLS 1.0 or 1.1 is still accepted on the host that was looked at.");
	expect(answerOf(OPEN)).toMatch(/^Yes\. 1 finding rated high is open on the 1 host that was scanned\./);
	expect(answerOf(FIXING)).toMatch(/^No finding rated high or medium was fixed in the last 90 days\. 2 are open/);
	expect(answerOf(SCANS)).toContain("1 of 1 scanned host is scanned on a schedule: 1 host every week.");
	expect(proposalOf(detail, TLS).source).toMatchObject({
		type: "observation",
		fact: "tls-versions",
		scans: [{ scanId, kind: "sslyze", host: "example.com" }],
		scansTotal: 1,
		hostsTotal: 1,
	});

	// Fixed in the meantime: a match keeps what was observed, until it is matched again.
	await finder.scan([], { parts: PARTS });
	await pool.query("UPDATE findings SET first_seen_at = fixed_at - interval '8 days 1 hour' WHERE account_id = $1", [
		finder.accountId,
	]);
	expect(proposalOf(await readQuestionnaire(finder, id), TLS).answer).toBe(answerOf(TLS));
	expect((await finder.call("matchQuestionnaire", { params: { questionnaireId: id } })).status).toBe(204);
	const again = await readQuestionnaire(finder, id);
	expect(proposalOf(again, TLS).answer).toMatch(/^Only TLS 1\.2 and newer are accepted/);
	expect(proposalOf(again, OPEN).answer).toBe("No finding rated high is open on the 1 host that was scanned.");
	expect(proposalOf(again, FIXING).answer).toBe(
		"In the last 90 days, 2 findings rated high or medium were fixed, half of them within 9 days, the slowest within 9 days. None is open.",
	);
	const { mark } = proposalOf(again, TLS);
	await sayAnswers(finder, id, [{ questionId: questionOf(again, TLS).id, said: { type: "confirm", mark } }]);
	expect(questionOf(await readQuestionnaire(finder, id), TLS)).toMatchObject({
		state: "confirmed",
		source: { type: "observation", fact: "tls-versions" },
		libraryNow: null,
	});
	const file = await finder.call("readQuestionnaireFile", { params: { questionnaireId: id } });
	expect(await file.text()).toContain("Observed by 1 scan of 1 host");
});

test("a scan that did not try all versions says nothing of them, and a port where one broke counts against it", async () => {
	const finder = await createFinder(server);
	const broken: ScanPart = {
		part: "tls_1_0_cipher_suites-8443",
		label: "TLS 1.0",
		status: "not-evaluated",
		reason: "It broke.",
	};
	await finder.scan([], { parts: [...PARTS, broken], coverage: "partial" });
	const { id } = await addQuestionnaire(finder, { file: FILE });
	expect(questionOf(await readQuestionnaire(finder, id), TLS).state).toBe("needs-person");
});

test("one client's scans answer for no other, and a claim that is proven counts", async () => {
	const finder = await createFinder(server);
	const clientId = await addClient(server, finder.accountId, "Acme");
	await finder.scan([OLD], { parts: PARTS });
	await pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'example.com', $2)", [
		finder.accountId,
		clientId,
	]);
	await pool.query(
		`INSERT INTO target_claims (id, account_id, host, includes_subdomains, token, proven_by, proven_at)
		 VALUES (gen_random_uuid(), $1, 'example.com', false, 't', 'dns', now())`,
		[finder.accountId],
	);
	const question = "Do you verify ownership of hosts before you scan them?";
	const file = csvOf(TLS, question);
	expect((await addQuestionnaire(finder, { file, due: inDays(3) })).counts.proposed).toBe(0);
	const headers = { "Plumbline-Client": clientId };
	const { id } = await addQuestionnaire(finder, { file, headers });
	const detail = await readQuestionnaire(finder, id, headers);
	expect(proposalOf(detail, question).answer).toContain("for 1 of the 1 host");
	expect(questionOf(detail, TLS).state).toBe("proposed");
});
