import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type ControlDetail, type ControlSummary, controlDetail, controlList } from "#contract/controls/controls.ts";
import type { ScanPart } from "#contract/findings/findings.ts";
import type { OperationName } from "#contract/operations.ts";
import { type TaskPage, taskPage } from "#contract/tasks/tasks.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import type { apiClient } from "./api-client.ts";

type Caller = { call: ReturnType<typeof apiClient> };
type Headers = Record<string, string>;

/** The parts of an SSLyze scan that see old protocols and weak ciphers. */
export const TLS_PARTS: ScanPart[] = ["ssl_3_0_cipher_suites-443", "tls_1_2_cipher_suites-443"].map((part) => ({
	part,
	label: part,
	status: "evaluated",
}));

/** A test by scans. */
export const scanSpec = (classes: string[] = ["old-protocols"], hosts: string[] = []) => ({
	kind: "scan",
	classes,
	hosts,
	timeToFix: TIME_TO_FIX,
});
export const CHECKLIST = { kind: "checklist", questions: ["Is the door locked?", "Is there a log?"] };

async function answerOf(response: Promise<Response>, status: number): Promise<unknown> {
	const answered = await response;
	expect(answered.status, await answered.clone().text()).toBe(status);
	return answered.json();
}

let codes = 0;

/** Adds a control with these tests, and returns it. */
export async function addControl(
	{ call }: Caller,
	specs: object[] = [],
	{ everyDays = 7, headers = {} as Headers, ...more } = {},
): Promise<ControlDetail> {
	codes += 1;
	const body = {
		id: randomUUID(),
		code: `T-${codes}`,
		title: `Control ${codes}`,
		objective: "So that it holds.",
		kind: "technical",
		requirements: [],
		...more,
	};
	await answerOf(call("addControl", { body, headers }), 201);
	const params = { controlId: body.id };
	for (const [n, spec] of specs.entries()) {
		const test = { id: randomUUID(), title: `Test ${n + 1}`, spec, everyDays };
		await answerOf(call("addControlTest", { params, body: test, headers }), 201);
	}
	return readControl({ call }, body.id, headers);
}

export const readControl = async ({ call }: Caller, controlId: string, headers: Headers = {}): Promise<ControlDetail> =>
	controlDetail.parse(await answerOf(call("readControl", { params: { controlId }, headers }), 200));
export const listControls = async ({ call }: Caller, query: Record<string, string> = {}): Promise<ControlSummary[]> =>
	controlList.parse(await answerOf(call("listControls", { query }), 200)).controls;
export const listTasks = async ({ call }: Caller, query: Record<string, string> = {}): Promise<TaskPage> =>
	taskPage.parse(await answerOf(call("listTasks", { query }), 200));

/** Makes entries; returns how many fields they changed. */
export async function say(
	{ call }: Caller,
	name: Extract<OperationName, "changeControl" | "changeTask" | "addTestRun" | "addTask">,
	body: object,
	headers: Headers = {},
): Promise<number> {
	const answer = await answerOf(call(name, { body, headers }), 202);
	return (answer as { receipt: { taken: number } }).receipt.taken;
}
