import { randomUUID } from "node:crypto";
import type { ControlDetail, ControlList } from "#contract/controls/controls.ts";
import type { FrameworkDetail, RequirementDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Task } from "#contract/tasks/tasks.ts";
import type { TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import type { Product } from "../kit.ts";

/** Calls of an account; a refusal fails the test. */
export function callsOf({ url }: Pick<Product, "url">, account: TestAccount): ReturnType<typeof apiClient> {
	const client = apiClient(url, asAccount(account));
	return async (...about) => {
		const answer = await client(...about);
		if (!answer.ok) throw new Error(`${about[0]} was refused: ${await answer.text()}`);
		return answer;
	};
}

type Calls = ReturnType<typeof callsOf>;

export const choose = async (call: Calls, ...frameworks: readonly FrameworkId[]): Promise<void> => {
	for (const frameworkId of frameworks)
		await call("chooseFramework", { params: { frameworkId }, body: { chosen: true } });
};

export const controlsOf = async (call: Calls, query: Record<string, string> = {}): Promise<ControlList["controls"]> =>
	(await (await call("listControls", { query })).json()).controls;

export const controlOf = async (call: Calls, controlId: string): Promise<ControlDetail> =>
	(await call("readControl", { params: { controlId } })).json();

/** Adds a task. Resolves to its id. */
export async function addTask(
	call: Calls,
	{ title, due, owner, controls = [] }: { title: string; due?: string; owner?: string; controls?: readonly string[] },
): Promise<string> {
	const id = randomUUID();
	const body = { id, title, note: "", controls, ...(due && { due }), ...(owner && { owner }) };
	await call("addTask", { body, headers: { "Idempotency-Key": randomUUID() } });
	return id;
}

/** A requirement as the client sees it. */
export async function requirementOf(
	call: Calls,
	frameworkId: FrameworkId,
	id: string,
): Promise<RequirementDetail | undefined> {
	const { all }: FrameworkDetail = await (await call("readFramework", { params: { frameworkId } })).json();
	return all.find((one) => one.id === id);
}

/** The tasks that match a filter, in order. */
export const tasksOf = async (call: Calls, query: Record<string, string> = {}): Promise<Task[]> =>
	(await (await call("listTasks", { query })).json()).tasks;
