import type { Page } from "@playwright/test";
import { scanId as scanIdOf } from "#contract/ids.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import type { TestAccount } from "../support/server/accounts.ts";
import { apiClient, asAccount } from "../support/server/api-client.ts";
import { until } from "../support/until.ts";
import { signIn } from "./accounts-kit.ts";
import { beginVisit } from "./assessments/assessments-kit.ts";
import { addPiece, memberOf, pictureOf } from "./evidence/evidence-kit.ts";
import { findingsOf, scanPracticeTarget } from "./findings/findings-kit.ts";
import type { Product } from "./kit.ts";
import { storeEntries } from "./outbox/outbox-kit.ts";

const CLIENTS = ["Kano Cold Chain", "Obi & Co", "Savannah Microfinance Bank"];
const DAY_MS = 86_400_000;

/** An account in full use, and the paths of its own pages. */
export type FullAccount = TestAccount & {
	scanId: string;
	reportId: string;
	fingerprint: string;
	evidenceId: string;
	controlId: string;
	taskId: string;
	questionnaireId: string;
	assessmentId: string;
};

/**
 * Signs a browser in to an account that has something on every screen: finished scans, findings, one of them dismissed, evidence,
 * reports, hosts, schedules, a framework with its controls, tasks, a customer's questionnaire, and a visit in which people disagree.
 * `fillOutbox` fills the outbox separately.
 */
export async function signInToFullAccount(page: Page, product: Product): Promise<FullAccount> {
	const account = await signIn(page, product);
	const client = apiClient(product.url, asAccount(account));
	// A refusal would silently leave a screen empty.
	const call: typeof client = async (...about) => {
		const answer = await client(...about);
		if (!answer.ok) throw new Error(`${about[0]} was refused: ${await answer.text()}`);
		return answer;
	};
	const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
	// First, so that the scan is a run of the controls' tests.
	await call("chooseFramework", { params: { frameworkId: "iso-27001" }, body: { chosen: true } });
	const { findings } = await scanPracticeTarget(product, account);
	const [first, second] = findings;
	if (!first || !second) throw new Error("The practice target has too few findings.");

	for (const host of ["shop.example.com", "a-rather-long-name-of-a-host.payments.internal.example.org"])
		await call("claimTarget", { body: { host } });
	for (const [index, recurrence] of [
		{ type: "daily", time: "06:00" },
		{ type: "weekly", days: ["mon", "thu"], time: "21:30" },
	].entries()) {
		const request = { kind: "combined", body: { target: `http://localhost:${product.practicePort}/` } };
		const name = ["Shop, every night", "Shop, twice a week"][index];
		await call("createSchedule", {
			body: { name, request, recurrence, timeZone: "Africa/Lagos", overlap: "skip", digest: index === 0 },
			headers: key(),
		});
	}
	await call("sayVerdict", {
		body: {
			fingerprints: [second.fingerprint],
			state: "accepted",
			reason: "Seen and understood.",
			saidAt: new Date().toISOString(),
		},
		headers: key(),
	});
	const reportIds: string[] = [];
	for (const template of ["executive-summary", "vulnerability-assessment", "compliance-report"]) {
		const answer = await call("requestReport", { body: { template, hosts: [], clients: [] }, headers: key() });
		reportIds.push((await answer.json()).receipt.reportId);
	}
	const [reportId] = reportIds;
	if (!reportId) throw new Error("No report was taken.");
	await until(async () => {
		const answer = await call("readReport", { params: { reportId } });
		return (await answer.json()).report.status === "completed";
	}, "the report is completed");
	const scanId = await until(async () => {
		const { scans } = await (await call("listScans", { query: { phase: "finished" } })).json();
		return scans.find(({ status }: { status: string }) => status === "completed")?.id as string | undefined;
	}, "the finished scan is listed");
	await findingsOf(product, account);
	const member = memberOf(product, account);
	await addPiece(product, member, {
		title: "Interview with the head of operations",
		note: "Who has keys: nobody knows.",
	});
	const evidenceId = await addPiece(product, member, {
		title: "The door of the server room does not close",
		note: "There is a wedge under it. Ask Ngozi since when.",
		files: [
			{ bytes: pictureOf(400, 300), name: "IMG_20261120_0914.png", type: "image/png" },
			{ bytes: Buffer.from("Who has keys?"), name: "keys-as-of-2026-11-20.txt", type: "text/plain" },
		],
		about: [
			{ type: "finding", id: first.fingerprint },
			{ type: "asset", id: "shop.example.com" },
			{ type: "scan", id: scanIdOf.parse(scanId) },
		],
	});
	const taskId = await until(async () => {
		const { tasks } = await (await call("listTasks")).json();
		return tasks[0]?.id as string | undefined;
	}, "the scan has made tasks");
	const { controls } = await (await call("listControls")).json();
	const controlId = controls.find(({ standing }: { standing: string }) => standing === "evidence-against")?.id;
	const questionnaireId = await addCustomerQuestionnaire(call);
	const assessmentId = await beginVisit(member);
	for (const [questionId, choice] of [
		["entrances", "no"],
		["entrances", "yes"],
		["visitor-record", "partly"],
		["server-room", "yes"],
	]) {
		const answer = { value: { type: "choice", choice }, note: "", evidence: [] };
		await call("answerQuestion", {
			body: { id: crypto.randomUUID(), assessmentId, questionId, answer, after: [], saidAt: new Date().toISOString() },
		});
	}
	return {
		...account,
		scanId,
		reportId,
		fingerprint: first.fingerprint,
		evidenceId,
		controlId,
		taskId,
		questionnaireId,
		assessmentId,
	};
}

/** One with a question in each state, an expired answer in the library, and a row that is skipped. */
async function addCustomerQuestionnaire(call: ReturnType<typeof apiClient>): Promise<string> {
	const approve = (question: string, answer: string, expiresOn: string) =>
		call("approveAnswer", {
			body: {
				id: crypto.randomUUID(),
				change: { question, answer, expiresOn, tags: ["Operations"] },
				saidAt: new Date().toISOString(),
			},
		});
	await approve(
		"How often do you test restoring backups?",
		"Every month, and a person signs the record.",
		"2099-12-31",
	);
	await approve("Who approves changes?", "The change board.", "2020-12-31");
	const file = {
		type: "text/csv",
		content: [
			"Question,Response",
			"How often do you test restoring backups?,",
			"How often do you scan for vulnerabilities?,",
			"How quickly is access removed when people leave?,",
			"Do you carry out background checks in accordance with the applicable laws of each country?,",
			"Is multi-factor authentication required?,=A1",
			"",
		].join("\r\n"),
	};
	const query = {
		title: "Vendor security review",
		customer: "Savannah Microfinance Bank",
		due: "2026-11-30",
		fileName: "review.csv",
	};
	const { id } = await (await call("addQuestionnaire", { query, file })).json();
	const { questions } = await (await call("readCustomerQuestionnaire", { params: { questionnaireId: id } })).json();
	const leavers = questions.find(({ text }: { text: string }) => text.includes("people leave"));
	const said = { type: "answer", text: "Within a day, by the head of operations." };
	const answers = [{ questionId: leavers.id, said }];
	await call("answerQuestions", { body: { questionnaireId: id, answers, saidAt: new Date().toISOString() } });
	return id;
}

/** Stores requests that wait for tomorrow in the device's outbox. The page has to be one of the product's. */
export async function fillOutbox(page: Page, { accountId, email }: TestAccount, count = 12): Promise<void> {
	await storeEntries(
		page,
		Array.from(
			{ length: count },
			(_, index): NewEntry => ({
				kind: "combined-scan",
				body: { target: `https://site-${index + 1}.example.com/`, email },
				owner: accountId,
				startAt: Date.now() + DAY_MS,
				client: CLIENTS[index % CLIENTS.length] ?? "",
				...(index % 4 === 0 && { note: "Behind the load balancer; ask for Ngozi at the front desk." }),
			}),
		),
	);
}
