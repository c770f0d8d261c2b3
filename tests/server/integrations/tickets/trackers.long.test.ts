import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TrackerChecked } from "#contract/tickets/trackers.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { CONNECTIONS } from "../../../support/tickets/connections.ts";
import { GITHUB_TOKEN, startGitHub } from "../../../support/tickets/github-stand-in.ts";
import { startGitLab } from "../../../support/tickets/gitlab-stand-in.ts";
import { startJira } from "../../../support/tickets/jira-stand-in.ts";
import { connect, create, startTickets, type TicketKit, ticketsOf } from "../../../support/tickets/ticket-kit.ts";

const github = await startGitHub();
const gitlab = await startGitLab();
const cloud = await startJira("cloud");
const dataCenter = await startJira("data-center");
const all = [github, gitlab, cloud, dataCenter];
afterAll(() => Promise.all(all.map((one) => one.close())));
let kit: TicketKit;
beforeAll(async () => {
	kit = await startTickets();
});

const params = ({ id }: { id: string }) => ({ params: { trackerId: id } });
const check = async (by: TestMember, tracker: { id: string }): Promise<TrackerChecked> =>
	(await by.call("checkTracker", params(tracker))).json();

test("owners and managers connect, change, list and remove trackers; a token is never shown or stored in clear", async () => {
	const ada = await createOwner(kit.server);
	const manager = await addMember(kit.server, ada, "manager");
	const made = await connect(manager, github.url);
	expect(made).toMatchObject({ system: "github", project: "acme/web", url: github.url, failed: 0 });
	expect(await (await ada.call("listTrackers")).json()).toEqual({ trackers: [made], available: true });
	for (const role of ["consultant", "contributor", "auditor"] as const) {
		const member = await addMember(kit.server, ada, role);
		expect(await refusalOf(await member.call("listTrackers"))).toMatchObject({ code: "role_required" });
	}
	const other = await createOwner(kit.server);
	for (const call of ["removeTracker", "checkTracker"] as const) {
		expect((await other.call(call, params(made))).status).toBe(404);
	}
	expect((await other.call("changeTracker", { ...params(made), body: { name: "Mine" } })).status).toBe(404);
	const changed = await ada.call("changeTracker", { ...params(made), body: { name: "Web", token: "another" } });
	expect(await changed.json()).toMatchObject({ name: "Web", project: "acme/web" });
	expect((await ada.call("removeTracker", params(made))).status).toBe(204);
	const audit = await (await ada.call("listAudit", { query: { subject: "tracker" } })).text();
	for (const what of ["tracker-added", "tracker-token-replaced", "tracker-deleted"]) expect(audit).toContain(what);
	expect(audit + JSON.stringify(made)).not.toContain(GITHUB_TOKEN);
	await connect(ada, github.url);
	const { rows } = await kit.pool.query(
		"SELECT count(*)::int AS n FROM trackers WHERE position(convert_to($1, 'UTF8') IN token) > 0",
		[GITHUB_TOKEN],
	);
	expect(rows).toEqual([{ n: 0 }]);
	const exported = await (await ada.call("exportMyData")).text();
	expect(exported).toContain('"trackers"');
	expect(exported).not.toContain(GITHUB_TOKEN);
});

test("what cannot be right is refused at once, and says which field", async () => {
	const ada = await createOwner(kit.server);
	const { github: good, jira } = CONNECTIONS;
	for (const [body, field] of [
		[{ ...good, project: "web" }, "/project"],
		[{ ...good, project: "acme/.." }, "/project"],
		[{ ...good, system: "gitlab", project: "web" }, "/project"],
		[{ ...jira, project: "sec" }, "/project"],
		[{ ...jira, issueType: "" }, "/issueType"],
		[{ ...jira, url: undefined }, "/url"],
		[{ ...jira, url: "https://acme.atlassian.net", email: "" }, "/email"],
		[{ ...good, token: "two words" }, "/token"],
		[{ ...good, url: "http://example.com" }, "/url"],
		[{ ...good, url: "https://10.0.0.1" }, "/url"],
		[{ ...good, url: "https://example.com/?x=1" }, "/url"],
		[{ ...good, url: "https://user:word@example.com" }, "/url"],
		[{ ...good, url: "ftp://example.com" }, "/url"],
		[{ ...good, name: "" }, "/name"],
	] as const) {
		const refusal = await refusalOf(await ada.call("addTracker", { body: { name: "T", url: github.url, ...body } }));
		expect(refusal, JSON.stringify(body)).toMatchObject({ status: 400, details: { fields: [{ field }] } });
	}
	const foreign = { name: "T", url: github.url, ...good, clientId: randomUUID() };
	expect(await refusalOf(await ada.call("addTracker", { body: foreign }))).toMatchObject({ code: "client_unknown" });
	expect((await (await ada.call("listTrackers")).json()).trackers).toEqual([]);
});

test("another host needs the token again, so that nobody has it sent to a server of their own", async () => {
	const ada = await createOwner(kit.server);
	const made = await connect(ada, github.url);
	const elsewhere = { ...params(made), body: { url: gitlab.url } };
	const refusal = await refusalOf(await ada.call("changeTracker", elsewhere));
	expect(refusal).toMatchObject({ code: "invalid_body", details: { fields: [{ field: "/token" }] } });
	const before = gitlab.asked.length;
	await check(ada, made);
	expect(gitlab.asked).toHaveLength(before);
	const again = { ...params(made), body: { url: gitlab.url, token: "t" } };
	expect((await ada.call("changeTracker", again)).status).toBe(200);
});

test("a workspace has at most 20", async () => {
	const ada = await createOwner(kit.server);
	for (let count = 0; count < 20; count += 1) await connect(ada, github.url);
	const body = { name: "One more", url: github.url, ...CONNECTIONS.github };
	expect(await refusalOf(await ada.call("addTracker", { body }))).toMatchObject({ code: "limit_reached" });
});

test("a check asks the tracker, writes nothing, and says what is wrong", async () => {
	const ada = await createOwner(kit.server);
	const trackers = {
		github: await connect(ada, github.url),
		gitlab: await connect(ada, gitlab.url, "gitlab"),
		jira: await connect(ada, cloud.url, "jira"),
		"jira-dc": await connect(ada, dataCenter.url, "jira-dc"),
	};
	for (const one of Object.values(trackers)) {
		expect(await check(ada, one), one.name).toEqual({ problem: null, code: null, detail: "" });
	}
	expect(all.flatMap((one) => one.writes())).toEqual([]);
	expect(all.flatMap((one) => one.broken)).toEqual([]);
	github.github.hasIssues = false;
	gitlab.gitlab.scopes = ["read_api"];
	cloud.jira.permitted = false;
	expect(await check(ada, trackers.github)).toMatchObject({ problem: "issues-off" });
	expect(await check(ada, trackers.gitlab)).toMatchObject({
		problem: "no-issue-permission",
		detail: expect.stringContaining("read_api"),
	});
	expect(await check(ada, trackers.jira)).toMatchObject({ problem: "no-issue-permission" });
	github.github.hasIssues = true;
	gitlab.gitlab.scopes = ["api"];
	cloud.jira.permitted = true;
	expect((await ada.call("changeTracker", { ...params(trackers.jira), body: { issueType: "Epic" } })).status).toBe(200);
	expect(await check(ada, trackers.jira)).toMatchObject({ problem: "no-issue-type", detail: "There are: Task, Bug." });
	expect(await refusalOf(await ada.call("checkTracker", params(trackers.jira)))).not.toHaveProperty("code", "internal");
});

test.each([
	["401", { token: "wrong" }, { problem: "unauthorized", code: 401 }],
	["404", { project: "acme/other" }, { problem: "missing", code: 404 }],
])("a check says what the tracker answered: %s", async (_, change, wrong) => {
	const ada = await createOwner(kit.server);
	const made = await connect(ada, github.url, "github", change);
	expect(await check(ada, made)).toMatchObject(wrong);
});

test("a check says what went wrong on the way", async () => {
	const ada = await createOwner(kit.server);
	const made = await connect(ada, github.url);
	const answers: [(response: ServerResponse) => void, object][] = [
		[(response) => response.destroy(), { problem: "connection", code: null }],
		[(response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(), { problem: "redirect", code: 302 }],
		[(response) => response.writeHead(200).end("<html>"), { problem: "not-json" }],
		[
			(response) => response.writeHead(403).end('{"message":"Resource not accessible"}'),
			{ problem: "forbidden", detail: "Resource not accessible" },
		],
		[(response) => response.writeHead(200).end("x".repeat(5_000_000)), { problem: "too-large" }],
		[(response) => response.writeHead(503).end(), { problem: "server", code: 503 }],
	];
	for (const [answer, wrong] of answers) {
		github.before = (_, response) => {
			answer(response);
			return true;
		};
		expect(await check(ada, made)).toMatchObject(wrong);
	}
	github.before = () => false;
});

const MOST = 4_194_304;
test.each([
	["brackets alone", "[".repeat(MOST / 2) + "]".repeat(MOST / 2)],
	["objects in objects", `${'{"a":'.repeat(500_000)}0${"}".repeat(500_000)}`],
	["a field a word", `{${Array.from({ length: 150_000 }, (_, n) => `"f${n}":"wrong word"`).join(",")}}`],
	["one text", JSON.stringify({ message: "\u{1f4a5}".repeat(1_000_000) })],
	["control characters", JSON.stringify({ message: "\u0000\u0007".repeat(300_000) })],
])("as long an error as is read, of %s, is an error, and little of it is kept", async (_, body) => {
	const ada = await createOwner(kit.server);
	const made = await connect(ada, github.url);
	github.before = (_asked, response) => {
		response.writeHead(422).end(body);
		return true;
	};
	const { problem, code, detail } = await check(ada, made);
	expect({ problem, code }).toEqual({ problem: "refused", code: 422 });
	expect([...detail].length).toBeLessThanOrEqual(300);
	github.before = () => false;
});

test("changing a tracker tries again what was given up", async () => {
	const ada = await createOwner(kit.server);
	const made = await connect(ada, github.url, "github", { token: "wrong" });
	const finding = await kit.addFinding(ada);
	await create(ada, made, { type: "finding", fingerprint: finding });
	await kit.send();
	expect(await ticketsOf(ada, { finding })).toMatchObject([{ trouble: { problem: "unauthorized", nextAt: null } }]);
	expect((await ada.call("changeTracker", { ...params(made), body: { token: GITHUB_TOKEN } })).status).toBe(200);
	await kit.send();
	expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "open" }]);
});
