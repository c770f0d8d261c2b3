import * as z from "zod/mini";
import { harmless } from "../harmless.ts";
import type { Issue } from "../issue.ts";
import type { Block } from "../text.ts";
import type { OpenAsk, Reach, Target, TrackerClient } from "../tracker.ts";
import { adf, wiki } from "./jira-text.ts";
import { withoutSlash } from "./without-slash.ts";

const created = z.object({ key: z.string().check(z.regex(/^[A-Z][A-Z0-9_]+-\d+$/)) });
const found = z.object({
	issues: z.array(z.extend(created, { fields: z.object({ description: z.unknown() }) })),
});
const comments = z.object({ comments: z.array(z.object({ body: z.unknown() })) });
const category = z.object({ statusCategory: z.object({ key: z.string() }) });
const standing = z.object({ fields: z.object({ status: category }) });
const steps = z.object({ transitions: z.array(z.object({ id: z.string(), to: category })) });
const permissions = z.object({ permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })) });
const project = z.object({ issueTypes: z.array(z.object({ name: z.string() })) });
const anything = z.unknown();

const NEEDED = ["BROWSE_PROJECTS", "CREATE_ISSUES", "ADD_COMMENTS", "TRANSITION_ISSUES"];
const DONE = "done";

/** A Jira Cloud API token belongs to an email address; a Data Center personal access token stands alone. */
export function jiraReach({ url, email, token }: Pick<Target, "url" | "email" | "token">): Reach {
	const basic = Buffer.from(`${email}:${token}`).toString("base64");
	return {
		api: `${withoutSlash(url)}/rest/api/${email === "" ? 2 : 3}`,
		headers: {
			accept: "application/json",
			authorization: email === "" ? `Bearer ${token}` : `Basic ${basic}`,
		},
	};
}

/** Jira Cloud through version 3 of its REST API, and Jira Data Center through version 2. */
export function createJira(target: Target, openAsk: OpenAsk): TrackerClient {
	const ask = openAsk(jiraReach(target));
	const isCloud = target.email !== "";
	const write = (blocks: readonly Block[], mark: string) => (isCloud ? adf(blocks, mark) : wiki(blocks, mark));
	const toIssue = (key: string): Issue => ({
		ref: key,
		key,
		url: `${withoutSlash(target.url)}/browse/${key}`,
	});
	const isDone = async ({ ref }: Issue) => {
		const { fields } = await ask({ path: `issue/${ref}?fields=status`, answer: standing });
		return fields.status.statusCategory.key === DONE;
	};
	/** Makes the first transition that leads to such a status. False if there is none. */
	const go = async ({ ref }: Issue, wanted: (category: string) => boolean): Promise<boolean> => {
		const { transitions } = await ask({ path: `issue/${ref}/transitions`, answer: steps });
		const step = transitions.find(({ to }) => wanted(to.statusCategory.key));
		if (!step) return false;
		const body = { transition: { id: step.id } };
		await ask({ method: "POST", path: `issue/${ref}/transitions`, body, answer: anything });
		return true;
	};
	return {
		async check() {
			const query = new URLSearchParams({ projectKey: target.project, permissions: NEEDED.join(",") });
			const { issueTypes } = await ask({ path: `project/${target.project}`, answer: project });
			const { permissions: has } = await ask({ path: `mypermissions?${query}`, answer: permissions });
			const missing = NEEDED.filter((name) => !has[name]?.havePermission);
			if (missing.length > 0) {
				return { problem: "no-issue-permission", detail: `The token’s account needs ${missing.join(", ")}.` };
			}
			return issueTypes.some(({ name }) => name === target.issueType)
				? undefined
				: { problem: "no-issue-type", detail: `There are: ${issueTypes.map(({ name }) => name).join(", ")}.` };
		},
		async find(mark) {
			const body = {
				jql: `project = "${target.project}" AND description ~ "${mark}"`,
				fields: ["description"],
				maxResults: 10,
			};
			const path = isCloud ? "search/jql" : "search";
			const { issues } = await ask({ method: "POST", path, body, answer: found });
			const one = issues.find(({ fields }) => JSON.stringify(fields.description ?? "").includes(mark));
			return one && toIssue(one.key);
		},
		async create({ title, blocks }, mark) {
			const fields = {
				project: { key: target.project },
				issuetype: { name: target.issueType },
				summary: harmless(title),
				description: write(blocks, mark),
			};
			const { key } = await ask({ method: "POST", path: "issue", body: { fields }, answer: created });
			return toIssue(key);
		},
		async hasComment({ ref }, mark) {
			const { comments: said } = await ask({
				path: `issue/${ref}/comment?orderBy=-created&maxResults=100`,
				answer: comments,
			});
			return said.some(({ body }) => JSON.stringify(body ?? "").includes(mark));
		},
		async comment({ ref }, blocks, mark) {
			const body = { body: write(blocks, mark) };
			await ask({ method: "POST", path: `issue/${ref}/comment`, body, answer: anything });
		},
		async close(of) {
			if (await isDone(of)) return "closed";
			return (await go(of, (to) => to === DONE)) ? "closed" : "told";
		},
		async reopen(of) {
			if (await isDone(of)) await go(of, (to) => to !== DONE);
		},
	};
}
