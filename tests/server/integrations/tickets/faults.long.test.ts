import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDueTickets } from "#server/integrations/tickets/store/due-tickets.ts";
import { createOwner } from "../../../support/server/people.ts";
import { startGitHub } from "../../../support/tickets/github-stand-in.ts";
import { startGitLab } from "../../../support/tickets/gitlab-stand-in.ts";
import { startJira } from "../../../support/tickets/jira-stand-in.ts";
import { connect, create, startTickets, type TicketKit, ticketsOf } from "../../../support/tickets/ticket-kit.ts";

const github = await startGitHub();
const gitlab = await startGitLab();
const jira = await startJira("cloud");
const all = [github, gitlab, jira];
afterAll(() => Promise.all(all.map((one) => one.close())));
let kit: TicketKit;
beforeAll(async () => {
	kit = await startTickets();
});
beforeEach(() => {
	for (const one of all) Object.assign(one, { before: () => false, after: () => false });
});

/** A finding with a requested ticket. */
async function asked(which: "github" | "gitlab" | "jira" = "github", url = { github, gitlab, jira }[which].url) {
	const ada = await createOwner(kit.server);
	const tracker = await connect(ada, url, which);
	const finding = await kit.addFinding(ada);
	const ticketId = await create(ada, tracker, { type: "finding", fingerprint: finding });
	const read = async () => (await ticketsOf(ada, { finding }))[0] ?? expect.fail("no ticket");
	return { ada, tracker, finding, ticketId, read };
}

const answering =
	(status: number, body: string, headers: Record<string, string> = {}) =>
	(_: unknown, response: ServerResponse) => {
		response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
		return true;
	};

test.each([
	["401", 401, { problem: "unauthorized", code: 401, nextAt: null }],
	["403", 403, { problem: "forbidden", code: 403, nextAt: null }],
	["404", 404, { problem: "missing", code: 404, nextAt: null }],
	["410", 410, { problem: "missing", code: 410, nextAt: null }],
	["422", 422, { problem: "refused", code: 422, nextAt: null, detail: "Validation Failed. Issue. title" }],
	["a redirect", 301, { problem: "redirect", code: 301, nextAt: null }],
	["500", 500, { problem: "server", code: 500, nextAt: expect.any(String) }],
	["no JSON", 200, { problem: "not-json", nextAt: expect.any(String) }],
])("%s is seen, and tried again only if that can help", async (_, status, trouble) => {
	const { ada, read, ticketId, tracker } = await asked();
	const said =
		status === 422
			? '{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title"}],"documentation_url":"https://docs"}'
			: "<html>\u0000hello";
	github.before = answering(status, said, { location: `${gitlab.url}/elsewhere` });
	const before = gitlab.asked.length;
	await kit.send();
	expect(await read()).toMatchObject({ state: "creating", trouble });
	expect(gitlab.asked).toHaveLength(before);
	const listed = (await (await ada.call("listTrackers")).json()).trackers;
	expect(listed).toMatchObject([{ id: tracker.id, failed: trouble.nextAt === null ? 1 : 0 }]);
	// A person changed something, and tries again.
	github.before = () => false;
	const issues = github.issues.length;
	expect((await ada.call("retryTicket", { params: { ticketId } })).status).toBe(204);
	await kit.send();
	expect(await read()).toMatchObject({ state: "open", trouble: null });
	expect(github.issues).toHaveLength(issues + 1);
	expect((await ada.call("retryTicket", { params: { ticketId } })).status).toBe(404);
});

test("what is not an issue, 10 MB and an answer that breaks off are no success, and are looked for before the next try", async () => {
	for (const after of [
		(_: unknown, response: ServerResponse) => {
			response.writeHead(201).end("x".repeat(10_000_000));
			return true;
		},
		(_: unknown, response: ServerResponse) => {
			response.writeHead(201, { "content-length": "100" }).write("{");
			response.destroy();
			return true;
		},
		answering(201, '{"number":"one"}'),
	]) {
		const { read } = await asked();
		const issues = github.issues.length;
		github.after = after;
		await kit.send();
		expect(await read()).toMatchObject({ state: "creating", trouble: { nextAt: expect.any(String) } });
		github.after = () => false;
		kit.later(2);
		await kit.send();
		expect(await read()).toMatchObject({ state: "open", trouble: null });
		expect(github.issues).toHaveLength(issues + 1);
	}
});

test.each(["github", "gitlab", "jira"] as const)(
	"%s: a process that dies after the tracker took it leaves one issue, and one comment",
	async (which) => {
		const standIn = { github, gitlab, jira }[which];
		const { read, finding } = await asked(which);
		const due = createDueTickets(kit.pool);
		const dying = () =>
			kit.newSender({
				...due,
				settle: async () => {
					throw new Error("This process dies");
				},
			});
		const count = () => standIn.issues.length;
		const issues = count();
		const first = dying();
		await first.look();
		await first.idle();
		expect(count()).toBe(issues + 1);
		expect(await read()).toMatchObject({ state: "creating" });
		// Its lease has to end first.
		await kit.send();
		expect(await read()).toMatchObject({ state: "creating" });
		kit.later(5);
		await kit.send();
		expect(await read()).toMatchObject({ state: "open" });
		expect(count()).toBe(issues + 1);

		await kit.turnFinding(finding, "fixed");
		const second = dying();
		kit.later(1);
		await second.look();
		await second.idle();
		kit.later(5);
		await kit.send();
		expect(await read()).toMatchObject({ state: "closed" });
		const newest = standIn.issues.at(-1) ?? expect.fail("no issue");
		expect("notes" in newest ? newest.notes : newest.comments).toHaveLength(1);
		expect(standIn.broken).toEqual([]);
	},
);

test("one whose closing may have happened is opened again, whatever came of it", async () => {
	const { read, finding } = await asked("gitlab");
	await kit.send();
	await kit.turnFinding(finding, "fixed");
	// It is closed there, but the answer never arrives.
	gitlab.after = answering(500, "");
	await kit.send();
	expect(gitlab.issues.at(-1)?.state).toBe("closed");
	gitlab.after = () => false;
	await kit.turnFinding(finding, "open");
	await kit.send();
	expect(await read()).toMatchObject({ state: "open", trouble: null });
	expect(gitlab.issues.at(-1)?.state).toBe("opened");
});

test.each([
	["Retry-After", 429, { "retry-after": "600" }, "", 10],
	["a reset", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "RESET" }, "", 30],
	["GitHub’s second limit", 403, {}, '{"message":"You have exceeded a secondary rate limit."}', 1],
])("a tracker that wants to be left alone is left alone: %s", async (_, status, headers, body, minutes) => {
	const { ada, tracker, read } = await asked();
	const other = await kit.addFinding(ada);
	await create(ada, tracker, { type: "finding", fingerprint: other });
	const reset = String(Math.floor(kit.now().getTime() / 1_000) + 1_800);
	const sent = Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, value === "RESET" ? reset : value]),
	);
	github.before = answering(status, body, sent);
	const before = github.asked.length;
	await kit.send();
	expect(github.asked).toHaveLength(before + 1);
	expect(await read()).toMatchObject({ trouble: { problem: "rate-limited", code: status } });
	github.before = () => false;
	kit.later(minutes - 0.5);
	await kit.send();
	expect(github.asked).toHaveLength(before + 1);
	kit.later(1.5);
	await kit.send();
	await kit.send();
	expect(await read()).toMatchObject({ state: "open" });
	expect(await ticketsOf(ada, { finding: other })).toMatchObject([{ state: "open" }]);
});

test("an address that became private meanwhile gets nothing", async () => {
	const port = new URL(github.url).port;
	const { read } = await asked("github", `http://tracker.example.com:${port}`);
	kit.names.set("tracker.example.com", "10.0.0.1");
	const before = github.asked.length;
	await kit.send();
	expect(await read()).toMatchObject({ trouble: { problem: "not-allowed", nextAt: null } });
	expect(github.asked).toHaveLength(before);
	kit.names.set("tracker.example.com", "127.0.0.1");
});

test("a tracker that never answers is given up after about 28 hours", async () => {
	const { read } = await asked();
	github.before = (_, response) => {
		response.destroy();
		return true;
	};
	for (const minutes of [0, 1, 5, 30, 120, 300, 600]) {
		kit.later(minutes);
		await kit.send();
		expect(await read()).toMatchObject({ trouble: { problem: "connection", nextAt: expect.any(String) } });
	}
	kit.later(600);
	await kit.send();
	expect(await read()).toMatchObject({ trouble: { problem: "connection", nextAt: null } });
});

test("a slow tracker ends at its time limit, and keeps no other waiting", { timeout: 60_000 }, async () => {
	const slow = await asked();
	const quick = await asked("gitlab");
	github.before = () => true;
	const other = kit.newSender();
	kit.later(0.1);
	await other.look();
	await expect.poll(async () => (await quick.read()).state, { timeout: 5_000 }).toBe("open");
	await other.idle();
	expect(await slow.read()).toMatchObject({ trouble: { problem: "timeout" } });
});

test("a finding that is deleted takes its ticket along, and a token that cannot be read is said", async () => {
	const gone = await asked();
	await kit.pool.query("DELETE FROM findings WHERE fingerprint = $1", [gone.finding]);
	expect((await kit.pool.query("SELECT FROM tickets WHERE id = $1", [gone.ticketId])).rowCount).toBe(0);
	const locked = await asked();
	await kit.pool.query("UPDATE trackers SET token = sha256('x') WHERE id = $1", [locked.tracker.id]);
	await kit.send();
	expect(await locked.read()).toMatchObject({ trouble: { problem: "no-key", nextAt: null } });
});
