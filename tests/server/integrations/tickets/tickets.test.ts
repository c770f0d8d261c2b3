import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addClient, addMember, createOwner } from "../../../support/server/people.ts";
import { startGitHub } from "../../../support/tickets/github-stand-in.ts";
import { startGitLab } from "../../../support/tickets/gitlab-stand-in.ts";
import { startJira } from "../../../support/tickets/jira-stand-in.ts";
import { ask, connect, create, startTickets, type TicketKit, ticketsOf } from "../../../support/tickets/ticket-kit.ts";

const github = await startGitHub();
const gitlab = await startGitLab();
const cloud = await startJira("cloud");
const dataCenter = await startJira("data-center");
afterAll(() => Promise.all([github, gitlab, cloud, dataCenter].map((one) => one.close())));
let kit: TicketKit;
beforeAll(async () => {
	kit = await startTickets();
});

/** How each stand-in shows its newest issue: its text, whether it is closed, and its comments. */
const SYSTEMS = [
	{
		name: "github",
		standIn: github,
		key: /^#\d+$/,
		newest: () => {
			const { title, body, state, reason, comments } = github.issues.at(-1) ?? expect.fail("no issue");
			return { title, text: body, isClosed: state === "closed" && reason === "completed", comments };
		},
		count: () => github.issues.length,
	},
	{
		name: "gitlab",
		standIn: gitlab,
		key: /^#\d+$/,
		newest: () => {
			const { title, description, state, notes } = gitlab.issues.at(-1) ?? expect.fail("no issue");
			return { title, text: description, isClosed: state === "closed", comments: notes };
		},
		count: () => gitlab.issues.length,
	},
	...([["jira", cloud] as const, ["jira-dc", dataCenter] as const] as const).map(([name, standIn]) => ({
		name,
		standIn,
		key: /^SEC-\d+$/,
		newest: () => {
			const { summary, description, status, comments } = standIn.issues.at(-1) ?? expect.fail("no issue");
			const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
			return { title: summary, text: text(description), isClosed: status === "done", comments: comments.map(text) };
		},
		count: () => standIn.issues.length,
	})),
] as const;

describe.each(SYSTEMS)("$name", ({ name, standIn, key, newest, count }) => {
	test("a finding becomes one issue, which is closed once it is fixed, and opened again once it is back", async () => {
		const ada = await createOwner(kit.server);
		const tracker = await connect(ada, standIn.url, name);
		const host = "shop.example.com";
		const finding = await kit.addFinding(ada, { title: "Open /.git/ directory", host });
		const before = count();
		const idempotencyKey = randomUUID();
		const id = await create(ada, tracker, { type: "finding", fingerprint: finding }, idempotencyKey);
		// The same request again, and a second tap.
		expect(await create(ada, tracker, { type: "finding", fingerprint: finding }, idempotencyKey)).toBe(id);
		expect(await create(ada, tracker, { type: "finding", fingerprint: finding }, randomUUID())).toBe(id);
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ id, state: "creating", trouble: null }]);
		await kit.send();
		expect(count()).toBe(before + 1);
		const made = newest();
		expect(made.title.replaceAll("\u200B", "")).toBe("High: Open /.git/ directory (shop.example.com)");
		for (const text of ["It matters in detail", "Change the setting", "seen", "Retest", finding, "scan.example"]) {
			expect(made.text.replaceAll(/[\\\u200B]/g, "")).toContain(text);
		}
		const [ticket] = await ticketsOf(ada, { finding });
		if (!ticket || ticket.state === "creating") return expect.fail("no issue");
		expect(ticket).toMatchObject({ state: "open", trouble: null, tracker: { id: tracker.id, name: `Our ${name}` } });
		expect(ticket.issue.key).toMatch(key);
		expect(new URL(ticket.issue.url).host).toBe(new URL(standIn.url).host);
		await kit.send();
		expect(count()).toBe(before + 1);

		await kit.turnFinding(finding, "fixed");
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "closing" }]);
		await kit.send();
		expect(newest()).toMatchObject({ isClosed: true, comments: [expect.stringContaining("Fixed since")] });
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "closed", trouble: null }]);

		await kit.turnFinding(finding, "open");
		await kit.send();
		expect(newest().isClosed).toBe(false);
		expect(newest().comments).toHaveLength(2);
		expect(newest().comments[1]).toContain("It is open again");
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "open" }]);
		expect(standIn.broken).toEqual([]);
	});

	test("a task becomes an issue, which is closed once it is done", async () => {
		const ada = await createOwner(kit.server);
		const tracker = await connect(ada, standIn.url, name);
		const task = randomUUID();
		const body = { id: task, title: "Renew the certificate", note: "See @ada and #1", controls: [], due: "2030-01-31" };
		expect((await ada.call("addTask", { body })).status).toBe(202);
		await create(ada, tracker, { type: "task", taskId: task });
		await kit.send();
		expect(newest().title).toBe("Renew the certificate");
		expect(newest().text).toContain("31 Jan 2030");
		const say = (state: string) =>
			ada.call("changeTask", { body: { taskId: task, change: { state }, saidAt: new Date().toISOString() } });
		expect((await say("done")).status).toBe(202);
		await kit.send();
		expect(newest()).toMatchObject({ isClosed: true, comments: [expect.stringContaining("Done since")] });
		expect((await say("open")).status).toBe(202);
		await kit.send();
		expect(newest().isClosed).toBe(false);
		expect(await ticketsOf(ada, { task })).toMatchObject([{ state: "open" }]);
		expect(standIn.broken).toEqual([]);
	});

	test("the longest texts of a hostile host fit", async () => {
		const ada = await createOwner(kit.server);
		const tracker = await connect(ada, standIn.url, name);
		const hostile = "@a#1![x](y)`~\n/close\n".repeat(500);
		const finding = await kit.addFinding(ada, {
			title: hostile,
			evidence: Array.from({ length: 9 }, () => ({ source: hostile, text: hostile })),
			why: { owner: hostile, engineer: hostile },
			fix: { owner: hostile, engineer: hostile },
			parameter: hostile,
		});
		await create(ada, tracker, { type: "finding", fingerprint: finding });
		await kit.send();
		expect(standIn.broken).toEqual([]);
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "open" }]);
		// Nothing in the title is a mention or a reference, and no line is a GitLab command.
		const commands = newest()
			.text.split("\n")
			.filter((line) => line.startsWith("/"));
		if (name === "gitlab") expect(commands).toEqual([]);
		expect(newest().title).not.toMatch(/[@#]\w/);
	});
});

test.each([
	["cloud", cloud, "jira"],
	["Data Center", dataCenter, "jira-dc"],
] as const)(
	"a workflow of Jira %s without a step to Done is told so, and the issue stays open",
	async (_, jira, name) => {
		const ada = await createOwner(kit.server);
		const tracker = await connect(ada, jira.url, name);
		const finding = await kit.addFinding(ada);
		await create(ada, tracker, { type: "finding", fingerprint: finding });
		await kit.send();
		const { steps } = jira.jira;
		jira.jira.steps = { "21": "indeterminate" };
		await kit.turnFinding(finding, "fixed");
		await kit.send();
		jira.jira.steps = steps;
		const issue = jira.issues.at(-1);
		expect(issue?.status).toBe("new");
		expect(JSON.stringify(issue?.comments)).toContain("offers no step");
		expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "told", trouble: null }]);
	},
);

test("an issue that a person closed in Jira is not moved again", async () => {
	const ada = await createOwner(kit.server);
	const tracker = await connect(ada, cloud.url, "jira");
	const finding = await kit.addFinding(ada);
	await create(ada, tracker, { type: "finding", fingerprint: finding });
	await kit.send();
	const issue = cloud.issues.at(-1) ?? expect.fail("no issue");
	issue.status = "done";
	const before = cloud.writes().length;
	await kit.turnFinding(finding, "fixed");
	await kit.send();
	expect(cloud.writes().slice(before)).toEqual([`POST /rest/api/3/issue/${issue.key}/comment`]);
	expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "closed" }]);
});

test("one that is fixed already gets no ticket, and one that is not there neither", async () => {
	const ada = await createOwner(kit.server);
	const tracker = await connect(ada, github.url);
	const finding = await kit.addFinding(ada);
	await kit.turnFinding(finding, "fixed");
	const about = { type: "finding", fingerprint: finding } as const;
	expect(await refusalOf(await ask(ada, tracker, about))).toMatchObject({ code: "already_finished" });
	expect((await ask(ada, tracker, { type: "finding", fingerprint: "0".repeat(64) })).status).toBe(404);
	await kit.turnFinding(finding, "open");
	expect((await ask(ada, { id: randomUUID() }, about)).status).toBe(404);
	expect((await ask(ada, tracker, { type: "task", taskId: randomUUID() })).status).toBe(404);
	expect(await ticketsOf(ada, { finding })).toEqual([]);
});

test("two requests at once make one ticket", async () => {
	const ada = await createOwner(kit.server);
	const tracker = await connect(ada, github.url);
	const finding = await kit.addFinding(ada);
	const before = github.issues.length;
	const ids = await Promise.all(
		Array.from({ length: 4 }, () => create(ada, tracker, { type: "finding", fingerprint: finding }, randomUUID())),
	);
	expect(new Set(ids).size).toBe(1);
	const others = [kit.newSender(), kit.newSender()];
	await Promise.all(others.map((one) => kit.send(one)));
	expect(github.issues).toHaveLength(before + 1);
});

test("a client's tracker takes what is that client's alone; the roles decide who creates", async () => {
	const ada = await createOwner(kit.server);
	const acme = await addClient(kit.server, ada.workspaceId, "Acme");
	const globex = await addClient(kit.server, ada.workspaceId, "Globex");
	const ofAcme = await connect(ada, github.url, "github", { clientId: acme });
	const ofAll = await connect(ada, github.url, "github", { name: "For all" });
	const finding = await kit.addFinding(ada, { host: "globex.example.com" });
	await kit.pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'globex.example.com', $2)", [
		ada.workspaceId,
		globex,
	]);
	const about = { type: "finding", fingerprint: finding } as const;
	expect((await ask(ada, ofAcme, about)).status).toBe(404);
	const list = async (by: typeof ada) => (await by.call("listTickets", { query: { finding } })).json();
	expect((await list(ada)).trackers).toEqual([{ id: ofAll.id, name: "For all", system: "github" }]);
	const auditor = await addMember(kit.server, ada, "auditor");
	expect((await list(auditor)).trackers).toEqual([]);
	expect(await refusalOf(await ask(auditor, ofAll, about))).toMatchObject({ code: "role_required" });
	const guest = await addMember(kit.server, ada, "guest", { clientId: acme });
	expect(await list(guest)).toEqual({ tickets: [], trackers: [] });
	const contributor = await addMember(kit.server, ada, "contributor");
	await create(contributor, ofAll, about);
	await kit.send();
	expect(await ticketsOf(ada, { finding })).toMatchObject([{ state: "open" }]);
	expect(github.issues.at(-1)?.body.replaceAll("\\", "")).toContain("/dashboard/c/globex/vulnerabilities/");
	const { entries } = await (await ada.call("listAudit", { query: { subject: "ticket" } })).json();
	expect(entries).toMatchObject([{ what: "ticket-created", detail: { name: "For all" } }]);
	// The client's own data is deleted with it.
	await kit.pool.query("DELETE FROM clients WHERE id = $1", [globex]);
	expect((await kit.pool.query("SELECT FROM tickets WHERE workspace_id = $1", [ada.workspaceId])).rowCount).toBe(0);
});
