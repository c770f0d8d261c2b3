import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATIONS, type Operation, type OperationName } from "#contract/operations.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../support/server/api-client.ts";
import { startTestServer } from "../../support/server/test-server.ts";

// What is another workspace's, operation by operation: tests/server/workspaces/isolation.
const server = await startTestServer();
const owner = await createAccount(server);
const stranger = await createAccount(server);
const anybody = apiClient(server.url);
const asOwner = apiClient(server.url, asAccount(owner));
const asSomeoneElse = apiClient(server.url, asAccount({ ...stranger, accountId: owner.accountId }));

const names = Object.keys(OPERATIONS) as OperationName[];
const named = (access: Operation["access"]) => names.filter((name) => OPERATIONS[name].access === access);

test("these calls need no account, and no others", () => {
	expect(named("public").toSorted()).toEqual([
		"askForDemo",
		"forgotPassword",
		"joinNewsletter",
		"joinWaitlist",
		"listEngines",
		"readApiDocs",
		"readFreeScan",
		"readHealth",
		"readInvitation",
		"readOpenApi",
		"readQuestionnaire",
		"recordConsents",
		"register",
		"resetPassword",
		"sendContact",
		"sendOutbox",
		"signIn",
		"signOut",
		"startCombinedScan",
		"watchOnceConfirmed",
	]);
});

const paramsOf = (name: OperationName) =>
	Object.fromEntries([...OPERATIONS[name].path.matchAll(/:(\w+)/g)].map(([, param = ""]) => [param, randomUUID()]));

describe("a call that needs an account", () => {
	test.each(named("account"))(
		"%s is 401 sign_in_required without a session, whatever is sent with it",
		async (name) => {
			const answer = await refusalOf(await anybody(name, { params: paramsOf(name) }));
			expect(answer).toMatchObject({ status: 401, code: "sign_in_required" });
		},
	);

	test.each(named("account"))("%s is 401 other_account for an account that is not the session's", async (name) => {
		const answer = await refusalOf(
			await asSomeoneElse(name, {
				params: paramsOf(name),
			}),
		);
		expect(answer).toMatchObject({ status: 401, code: "other_account" });
	});

	test.each(named("account"))("%s is 401 sign_in_required for an anonymous request with a session", async (name) => {
		const answer = await refusalOf(
			await asOwner(name, {
				params: paramsOf(name),
				headers: { "Plumbline-Account": "anonymous" },
			}),
		);
		expect(answer).toMatchObject({ status: 401, code: "sign_in_required" });
	});
});
