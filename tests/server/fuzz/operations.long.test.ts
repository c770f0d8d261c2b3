import fc from "fast-check";
import { expect, test } from "vitest";
import { API_BASE } from "#contract/routes.ts";
import type { Document } from "#server/app/api-docs/openapi.ts";
import { addAssessment } from "#tests/support/fuzz/add-assessment.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import {
	addControls,
	addEvidence,
	addOpenScan,
	addPeople,
	addQuestionnaires,
	addRawOutput,
	addTrackers,
	addWebhooks,
	createOwner,
	type Ids,
	idsOf,
	ownHost,
	signInAgain,
	startFuzzServer,
} from "#tests/support/fuzz/fuzz-server.ts";
import { createJudge } from "#tests/support/fuzz/judge-answer.ts";
import { properRequests } from "#tests/support/fuzz/proper-requests.ts";
import { type Caller, type InPath, meaningsOf, requestsFor, type WildRequest } from "#tests/support/fuzz/requests.ts";
import { TIMES } from "#tests/support/fuzz/sample.ts";
import { sealedSamples } from "#tests/support/fuzz/sealed-samples.ts";
import { encoded, sendRaw } from "#tests/support/fuzz/send-raw.ts";
import { wildText } from "#tests/support/fuzz/wild.ts";
import { asMember } from "#tests/support/server/people.ts";
import { recipientOf } from "#tests/support/server/sealing.ts";
import { CLIENT } from "#tests/support/sign-on/provider.ts";

/** How many requests each operation gets in `npm run test:all`, about two of three proper ones. */
const REQUESTS = 10;
/** Only Eve's password can be guessed, so that only her account is lost. */
const EVES = "correct horse battery";
const OTHERS = "a password that no case has";

const server = await startFuzzServer();
const document: Document = await (await fetch(`${server.url}${API_BASE}openapi.json`)).json();
const owners = {
	ada: await createOwner(server, "ada", OTHERS),
	ben: await createOwner(server, "ben", OTHERS),
	eve: await createOwner(server, "eve", EVES),
};
const ids: Record<"ada" | "ben", Ids> = { ada: await idsOf(server, owners.ada), ben: await idsOf(server, owners.ben) };
const expired = await createOwner(server, "old", OTHERS);
await server.database.owner.query(
	"UPDATE sessions SET created_at = now() - interval '2 years', last_seen_at = now() - interval '1 year' WHERE account_id = $1",
	[expired.accountId],
);

// An operator sees what others submitted, so those answers are not checked for what strangers must not see.
const isForOperators = (path: string) => path.startsWith("/operator/");

/** Read-only ones come first: nothing has to be recreated for them. */
const calls = Object.entries(document.paths)
	.flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
	)
	.toSorted((a, b) => Number(b.method === "GET") - Number(a.method === "GET"));
const judge = createJudge(document);
const fingerprints = [ids.ada, ids.ben].flatMap(({ fingerprint = [] }) => fingerprint);
const open = meaningsOf(
	[owners.eve.email, owners.ada.email, owners.ben.email],
	EVES,
	fingerprints,
	["ada", "ben", "eve"].map(ownHost),
);
const recipients = await Promise.all(
	Object.values(owners).map((owner) => recipientOf(asMember(server, owner, owner.accountId))),
);
const meanings = {
	...open,
	issuer: fc.constant(server.issuer),
	oauthClient: fc.constant(CLIENT.oauthClient),
	sealed: fc.constantFrom(...(await sealedSamples(document, open, recipients))),
};
const sender = (caller: keyof typeof owners) => ({ caller, email: owners[caller].email, host: ownHost(caller) });
const senders = (): Parameters<typeof properRequests>[2] => [sender("ada"), sender("eve")];
/** How often each operation answered with each status. */
const seen = new Map<string, number>();

const isOwner = (caller: Caller): caller is keyof typeof owners => caller in owners;

function cookieOf(caller: Caller): string | undefined {
	if (isOwner(caller)) return owners[caller].cookie;
	if (caller === "expired") return expired.cookie;
	return caller === "forged" ? `session=${"A".repeat(43)}; device=${"B".repeat(43)}` : undefined;
}

function textOf(name: string, value: InPath): string {
	if (typeof value === "string") return value;
	const known = ids[value.of][name] ?? [];
	return known[value.nth % known.length] ?? crypto.randomUUID();
}

async function send(path: string, method: string, { caller, params, query, headers, body }: WildRequest) {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(textOf(name, params[name] ?? "")));
	const cookie = [cookieOf(caller), headers.Cookie].filter(Boolean).join("; ");
	const whole = {
		method,
		path: `${API_BASE.replace(/\/$/, "")}${filled}${query}`,
		headers: { ...headers, ...(cookie && { Cookie: cookie }) },
		body,
	};
	return { sent: whole, answer: await sendRaw(server.url, whole) };
}

/** Accounts that an answer shows something of, except the caller's own and what the request itself named. */
function strangersIn(text: string, caller: Caller, asked: string): string[] {
	return Object.entries({ ...owners, expired })
		.filter(([name, { marker }]) => name !== caller && text.includes(marker) && !asked.includes(marker))
		.map(([name]) => name);
}

/** Calls that succeed may end what others need. */
async function restore(caller: Caller): Promise<void> {
	if (!isOwner(caller)) return;
	const { cookie } = owners[caller];
	const me = { method: "GET", path: `${API_BASE}accounts/me/`, headers: { Cookie: cookie } };
	if ((await sendRaw(server.url, me)).status === 200) return;
	const again = await signInAgain(server, owners[caller]);
	owners[caller] = again
		? { ...owners[caller], cookie: again }
		: await createOwner(server, caller, caller === "eve" ? EVES : OTHERS);
}

/** Accounts whose workspace has changed since they had what cases need. */
const changed = new Set<"ada" | "ben">(["ada", "ben"]);

/** What a case has changed; an operator may change anyone's. */
function noteChange(path: string, caller: Caller): void {
	if (isForOperators(path)) changed.add("ada").add("ben");
	if (caller === "ada" || caller === "ben") changed.add(caller);
}

/** Before each operation: accounts that lost what cases need get it back. */
async function refresh(name: "ada" | "ben"): Promise<void> {
	await addOpenScan(server, owners[name]);
	await addRawOutput(server, owners[name]);
	await addPeople(server, owners[name]);
	await addEvidence(server, owners[name]);
	await addControls(server, owners[name]);
	await addAssessment(server, owners[name]);
	await addQuestionnaires(server, owners[name]);
	await addWebhooks(server, owners[name]);
	await addTrackers(server, owners[name]);
	ids[name] = await idsOf(server, owners[name]);
	if (Object.values(ids[name]).every((list) => list.length > 0)) return;
	owners[name] = await createOwner(server, name, OTHERS);
	await addPeople(server, owners[name]);
	await addEvidence(server, owners[name]);
	await addControls(server, owners[name]);
	await addAssessment(server, owners[name]);
	await addQuestionnaires(server, owners[name]);
	await addWebhooks(server, owners[name]);
	await addTrackers(server, owners[name]);
	ids[name] = await idsOf(server, owners[name]);
}

test.each(calls.map((one) => ({ ...one, name: one.call.operationId })))(
	"whatever $name is sent, its answer is the one that the description names",
	async ({ path, method, call }) => {
		// Limits that no setting raises would hide everything behind them.
		await server.database.owner.query("TRUNCATE rate_limits, scan_stop, service_worker_off, target_opt_outs CASCADE");
		// Ada's ids are known, and so is Eve's password, which stopping all scans asks for.
		const operators = [owners.ada.accountId, owners.eve.accountId];
		await server.database.owner.query("UPDATE accounts SET is_operator = id = ANY($1)", [operators]);
		await Promise.all([...changed].map(refresh));
		changed.clear();
		const requests = fc.oneof(
			{ weight: 2, arbitrary: properRequests(call, meanings, senders()) },
			{ weight: 1, arbitrary: requestsFor(document, call, meanings) },
		);
		await fuzz(
			fc.asyncProperty(requests, async (request) => {
				const { sent, answer } = await send(path, method, request);
				const key = `${call.operationId} ${answer.status}`;
				seen.set(key, (seen.get(key) ?? 0) + 1);
				const asked = `${decodeURIComponent(sent.path.replace(/%(?![\da-f]{2})/gi, "%25").replace(/%[89a-f][\da-f]/gi, ""))} ${request.body?.toString() ?? ""}`;
				const faults = judge(call, method, "If-None-Match" in request.headers, answer);
				const strangers = isForOperators(path) ? [] : strangersIn(answer.text, request.caller, asked);
				expect({ sent: `${sent.method} ${sent.path}`, faults, strangers, logged: server.complaints.splice(0) }).toEqual(
					{
						sent: `${sent.method} ${sent.path}`,
						faults: [],
						strangers: [],
						logged: [],
					},
				);
				if (method !== "GET" && answer.status < 300) noteChange(path, request.caller);
				if (method !== "GET" && path.startsWith("/accounts/") && answer.status < 300) await restore(request.caller);
			}),
			{ runs: REQUESTS },
		);
	},
);

/** These need a secret that only an email carries, or a host that was opted out. */
const BY_MAIL = [
	"confirmEmail",
	"resetPassword",
	"readFreeScan",
	"watchHost",
	"watchOnceConfirmed",
	"removeOptOut",
	"readInvitation",
	"acceptInvitation",
	"readRespondLink",
	"confirmRespondCode",
	"readRespond",
	"answerRespond",
	"sendRespondPart",
];
/** These need a code from an app that was set up before. */
const BY_CODE = ["signInSecond", "beginTotp", "confirmTotp", "endTotp", "renewRecoveryCodes"];
/** These need an authenticator, or a passkey that it has created. */
const BY_PASSKEY = ["signInWithPasskey", "giveProofByPasskey", "addPasskey", "renamePasskey", "removePasskey"];
/** This needs an API token in place of a session. */
const BY_TOKEN = ["readOwnToken"];
/**
 * These need a file, its headers, something that a file brought, a seal for the sender's own workspace, the name, version or fingerprint of what they change, its id in
 * the body,
 * or a day within a year.
 */
const BY_CONTENT = [
	"importClient",
	"deleteClient",
	"changeClient",
	"changeEvidence",
	"linkEvidence",
	"beginUpload",
	"readUpload",
	"sendUpload",
	"endUpload",
	"sendSealed",
	"loadCatalog",
	"previewCatalog",
	"previewOwnFramework",
	"addOwnFramework",
	"previewOwnFrameworkFile",
	"replaceOwnFrameworkFile",
	"restoreOwnFramework",
	"restoreCatalog",
	"decideEvidence",
	"approveStatement",
	"changeControl",
	"changeTask",
	"addTestRun",
	"loadTemplate",
	"answerQuestion",
	"moveAssessment",
	"signAssessment",
	"addQuestionnaire",
	"changeQuestionnaireTables",
	"replaceQuestionnaireFile",
	"answerQuestions",
	"createTicket",
	"makeToken",
	"revokeToken",
];
/** These succeed in one of ten tries: the sample may miss them, the long form may not. */
const BY_LUCK = TIMES === 1 ? ["addSubscription", "addEvidence", "labelAsset", "listTickets"] : [];

test("every operation succeeded at least once, but for those that need more than a request", () => {
	const succeeded = calls.filter(({ call }) => {
		const success = Object.keys(call.responses).find((status) => status.startsWith("2"));
		return seen.has(`${call.operationId} ${success}`);
	});
	const names = calls.map(({ call }) => call.operationId);
	const missing = names.filter((name) => !succeeded.some(({ call }) => call.operationId === name));
	if (process.env.FUZZ_REPORT) console.log(`${seen.size} pairs`, [...seen].sort().join("\n"), { missing });
	expect(
		missing.filter(
			(name) => ![...BY_MAIL, ...BY_CODE, ...BY_PASSKEY, ...BY_TOKEN, ...BY_CONTENT, ...BY_LUCK].includes(name),
		),
	).toEqual([]);
});

test("any method at any address is answered without a fault of ours", async () => {
	const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND"];
	const start = fc.constantFrom(
		"/",
		API_BASE,
		`${API_BASE}scans/`,
		"/r/",
		"/not-me/",
		"/subscription/",
		"/shared/",
		"/.well-known/",
		"/api/",
	);
	const rest = fc.array(
		fc.oneof(wildText.map(encoded), fc.constantFrom("..", "%2e%2e", "%", "%zz", "%c0%af", "*", "a;b", "")),
		{ maxLength: 3 },
	);
	await fuzz(
		fc.asyncProperty(
			fc.constantFrom(...methods),
			start,
			rest,
			fc.constantFrom("", "?", "?a=%00", "?x=%ff"),
			async (method, first, parts, query) => {
				const answer = await sendRaw(server.url, { method, path: `${first}${parts.join("/")}${query}`, headers: {} });
				expect(answer.status).toBeLessThan(500);
				expect(answer.text).not.toMatch(/node_modules|\.ts:\d+/);
				expect(server.complaints.splice(0)).toEqual([]);
			},
		),
		{ runs: 400 },
	);
});
