import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

// Access to other workspaces, operation by operation: tests/server/identity/workspaces/isolation.
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
		"answerRespond",
		"askForDemo",
		"beginPasskeySignIn",
		"confirmRespondCode",
		"endRespond",
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
		"readRespond",
		"readRespondLink",
		"recordConsents",
		"register",
		"resetPassword",
		"sendContact",
		"sendOutbox",
		"sendRespondCode",
		"sendRespondPart",
		"signIn",
		"signInSecond",
		"signInWithPasskey",
		"signOut",
		"startCombinedScan",
		"startSignOn",
		"watchOnceConfirmed",
	]);
});

/** The answer to HEAD has no body. */
const refusalTo = async (name: OperationName, response: Response) =>
	OPERATIONS[name].method === "HEAD" ? { status: response.status } : refusalOf(response);
const refused = (name: OperationName, code: ErrorCode) =>
	OPERATIONS[name].method === "HEAD" ? { status: ERROR_STATUS[code] } : { status: ERROR_STATUS[code], code };

const paramsOf = (name: OperationName) =>
	Object.fromEntries([...OPERATIONS[name].path.matchAll(/:(\w+)/g)].map(([, param = ""]) => [param, randomUUID()]));

describe("a call that needs an account", () => {
	test.each(named("account"))(
		"%s is 401 sign_in_required without a session, whatever is sent with it",
		async (name) => {
			const answer = await refusalTo(name, await anybody(name, { params: paramsOf(name) }));
			expect(answer).toMatchObject(refused(name, "sign_in_required"));
		},
	);

	test.each(named("account"))("%s is 401 other_account for an account that is not the session's", async (name) => {
		const answer = await refusalTo(
			name,
			await asSomeoneElse(name, {
				params: paramsOf(name),
			}),
		);
		expect(answer).toMatchObject(refused(name, "other_account"));
	});

	test.each(named("account"))("%s is 401 sign_in_required for an anonymous request with a session", async (name) => {
		const answer = await refusalTo(
			name,
			await asOwner(name, {
				params: paramsOf(name),
				headers: { "Plumbline-Account": "anonymous" },
			}),
		);
		expect(answer).toMatchObject(refused(name, "sign_in_required"));
	});
});
